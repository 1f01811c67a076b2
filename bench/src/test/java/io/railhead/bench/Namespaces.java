package io.railhead.bench;

import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// Hosts of one rail, each a network namespace of this machine, joined by a bridge in a namespace
/// of its own: enough to run real benchmarks over real sockets. Needs root.
public final class Namespaces implements Transport {
    private final String prefix;
    private final List<String> hosts;

    /// For what a host killed in a test leaves in its temporary folder.
    private final Path scratch;

    private final Set<String> dead = ConcurrentHashMap.newKeySet();
    private final Set<Connected> sessions = ConcurrentHashMap.newKeySet();

    private record Connected(String host, Process connection) {}

    private Namespaces(String prefix, List<String> hosts) throws IOException {
        this.scratch = Files.createTempDirectory("railhead-namespaces");
        this.prefix = prefix;
        this.hosts = List.copyOf(hosts);
    }

    /// Why it cannot be done here; empty when it can.
    public static Optional<String> obstacle(String... programs) {
        if (!"root".equals(System.getProperty("user.name"))) {
            return Optional.of("needs root for network namespaces");
        }
        List<String> missing = new ArrayList<>();
        for (String program : programs) {
            boolean found = false;
            for (String folder : List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin")) {
                found |= Files.isExecutable(Path.of(folder, program));
            }
            if (!found) {
                missing.add(program);
            }
        }
        if (!missing.isEmpty()) {
            return Optional.of("not installed: " + String.join(", ", missing));
        }
        try {
            String probe = "rhprobe" + ProcessHandle.current().pid();
            if (shell("ip netns add " + probe + " && ip netns del " + probe) != 0) {
                return Optional.of("network namespaces cannot be made here");
            }
        } catch (IOException e) {
            return Optional.of("ip: " + e.getMessage());
        }
        return Optional.empty();
    }

    public static Namespaces up(int count, int mtu) throws IOException {
        String prefix = "rhb" + ProcessHandle.current().pid() + "-";
        List<String> hosts = new ArrayList<>();
        StringBuilder script = new StringBuilder("set -e\n");
        script.append("ip netns add %sfab\n".formatted(prefix));
        script.append(
                "ip -n %1$sfab link add br0 type bridge\nip -n %1$sfab link set br0 mtu %2$d up\n"
                        .formatted(prefix, mtu));
        for (int i = 1; i <= count; i++) {
            String host = "h" + i;
            hosts.add(host);
            script.append(
                    """
                    ip netns add %1$s%2$s
                    ip -n %1$s%2$s link set lo up
                    ip -n %1$s%2$s link add eth1 mtu %4$d type veth peer name p%3$d netns %1$sfab
                    ip -n %1$sfab link set p%3$d mtu %4$d master br0 up
                    ip -n %1$s%2$s addr add 10.78.0.%3$d/16 dev eth1
                    ip -n %1$s%2$s link set eth1 up
                    """
                            .formatted(prefix, host, i, mtu));
        }
        Namespaces made = new Namespaces(prefix, hosts);
        if (shell(script.toString()) != 0) {
            made.down();
            throw new IOException("could not make the namespaces");
        }
        return made;
    }

    public void down() throws IOException {
        StringBuilder script = new StringBuilder();
        for (String host : hosts) {
            script.append(
                    "for p in $(ip netns pids %1$s%2$s); do kill -9 $p; done\nip netns del %1$s%2$s\n"
                            .formatted(prefix, host));
        }
        script.append("ip netns del %sfab\nrm -rf '%s'\n".formatted(prefix, scratch));
        shell(script.toString());
    }

    /// Command lines of what runs in a host's namespace.
    public List<String> running(String host) throws IOException, InterruptedException {
        Process p = new ProcessBuilder("ip", "netns", "pids", prefix + host).start();
        String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        p.waitFor();
        List<String> commands = new ArrayList<>();
        for (String pid : out.split("\\s+", -1)) {
            if (!pid.isEmpty()) {
                try {
                    String command =
                            Files.readString(Path.of("/proc", pid, "cmdline")).replace('\0', ' ');
                    // One that has ended and is not yet reaped has no command any more.
                    if (!command.isEmpty()) commands.add(command);
                } catch (IOException e) {
                    // It has just ended.
                }
            }
        }
        return commands;
    }

    /// A folder for what hosts write.
    public String scratch() {
        return scratch.toString();
    }

    /// Names in it that begin so.
    public List<String> left(String prefix) throws IOException {
        try (var files = Files.list(scratch)) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> n.startsWith(prefix))
                    .toList();
        }
    }

    /// Ends what stands between this program and the shells on a host, as a lost connection does,
    /// and nothing else.
    public void cut(String host) {
        sessions.stream()
                .filter(s -> s.host().equals(host))
                .forEach(s -> s.connection().destroyForcibly());
    }

    /// From now on the host does not answer, and running commands are lost.
    public void kill(String host) {
        dead.add(host);
    }

    public void revive(String host) {
        dead.remove(host);
    }

    public Cluster cluster(int mtu) {
        return Given.cluster(hosts.size(), mtu, true);
    }

    private static int shell(String script) throws IOException {
        Process p =
                new ProcessBuilder("sh", "-s")
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
        try (var in = p.getOutputStream()) {
            in.write(script.getBytes(StandardCharsets.UTF_8));
        }
        try {
            return p.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }

    @Override
    public Session open(Target target, Duration limit) throws Unreachable {
        if (dead.contains(target.name())) {
            throw new Unreachable("connection refused");
        }
        return new InNamespace(target);
    }

    @Override
    public void close() {}

    private final class InNamespace implements Session {
        private final Target target;

        private InNamespace(Target target) {
            this.target = target;
        }

        @Override
        public Target target() {
            return target;
        }

        @Override
        public Transcript run(String label, String script, Duration limit) throws Unreachable {
            Instant at = Instant.now();
            try {
                ProcessBuilder shell =
                        new ProcessBuilder(
                                "sh",
                                "-c",
                                // Between the two, as sshd is.
                                "ip netns exec " + prefix + target.name() + " sh -s; exit $?");
                shell.environment().put("TMPDIR", scratch.toString());
                Process p = shell.start();
                sessions.add(new Connected(target.name(), p));
                try (var in = p.getOutputStream()) {
                    in.write(script.getBytes(StandardCharsets.UTF_8));
                }
                StringBuilder err = new StringBuilder();
                Thread reader =
                        Thread.startVirtualThread(
                                () -> {
                                    try {
                                        err.append(
                                                new String(
                                                        p.getErrorStream().readAllBytes(),
                                                        StandardCharsets.UTF_8));
                                    } catch (IOException e) {
                                        err.append(e.getMessage());
                                    }
                                });
                boolean[] late = new boolean[1];
                Thread killer =
                        Thread.startVirtualThread(
                                () -> {
                                    try {
                                        long end = System.nanoTime() + limit.toNanos();
                                        while (!p.waitFor(20, TimeUnit.MILLISECONDS)) {
                                            late[0] = System.nanoTime() > end;
                                            if (late[0] || dead.contains(target.name())) {
                                                p.descendants()
                                                        .forEach(ProcessHandle::destroyForcibly);
                                                p.destroyForcibly();
                                            }
                                        }
                                    } catch (InterruptedException e) {
                                        Thread.currentThread().interrupt();
                                    }
                                });
                String out = new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                reader.join();
                killer.join();
                int status = p.waitFor();
                if (dead.contains(target.name())) {
                    throw new Unreachable("connection lost");
                }
                return new Transcript(
                        target.name(),
                        label,
                        out,
                        err.toString(),
                        late[0] ? -1 : status,
                        at,
                        Duration.between(at, Instant.now()),
                        late[0]);
            } catch (IOException e) {
                throw new Unreachable(String.valueOf(e.getMessage()), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable("interrupted", e);
            }
        }

        @Override
        public Transcript runAsRoot(String label, String script, Duration limit)
                throws Unreachable {
            return run(label, script, limit);
        }

        @Override
        public void close() {}
    }
}
