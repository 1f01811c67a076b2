package io.railhead.configure;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// A machine to change: a network and mount namespace over a copy-on-write view of this machine's
/// root, with real links, so that nothing that is done to it is done here. Needs root.
final class Machine implements Transport {
    private final Path directory;
    private final Process init;
    private final long pid;
    /// Put before PATH in scripts, inside the machine.
    private volatile String shims = "";
    private String cutWhile = "";

    /// What nsenter(1) enters.
    private final List<String> namespaces;

    private Machine(Path directory, Process init, long pid, List<String> namespaces) {
        this.directory = directory;
        this.init = init;
        this.pid = pid;
        this.namespaces = namespaces;
    }

    /// A machine that systemd has booted, over the root that `railhead lab up --kind booted` keeps.
    static Machine boot() {
        assumeTrue("root".equals(System.getProperty("user.name")), "needs root, to boot a machine");
        Path cache = Path.of("/var/cache/railhead/lab");
        assumeTrue(
                Files.isDirectory(cache), "needs a root: railhead lab up --kind booted makes one");
        try (var found = Files.list(cache)) {
            Path lower =
                    found.filter(p -> p.getFileName().toString().matches("root-[a-z0-9-]+"))
                            .filter(p -> Files.isExecutable(p.resolve("usr/lib/systemd/systemd")))
                            .findFirst()
                            .orElse(null);
            assumeTrue(lower != null, "needs a root: railhead lab up --kind booted makes one");
            assumeTrue(
                    Files.isExecutable(Path.of("/usr/bin/systemd-nspawn")), "needs systemd-nspawn");
            Path directory = Files.createTempDirectory("railhead-booted");
            Process init =
                    new ProcessBuilder("unshare", "-m", "--propagation", "private", "sh")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try (OutputStream in = init.getOutputStream()) {
                in.write(
                        """
                        set -e
                        mount -t tmpfs tmpfs %1$s
                        mkdir %1$s/upper %1$s/work %1$s/root
                        mount -t overlay overlay -o lowerdir=%2$s,upperdir=%1$s/upper,workdir=%1$s/work %1$s/root
                        ln -sf /dev/null %1$s/root/etc/systemd/system/systemd-networkd-wait-online.service
                        exec systemd-nspawn -q -b -D %1$s/root -M %3$s --register=no --keep-unit \
                            --private-network --console=pipe </dev/null
                        """
                                .formatted(directory, lower, directory.getFileName())
                                .getBytes(StandardCharsets.UTF_8));
            }
            Machine machine =
                    new Machine(
                            directory, init, leader(init), List.of("-m", "-n", "-p", "-u", "-i"));
            machine.awaitBoot();
            // The kept root has no host keys: each machine makes its own.
            machine.sh("ssh-keygen -q -A && systemctl reset-failed && systemctl restart ssh");
            return machine;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The process that is 1 in there.
    private static long leader(Process nspawn) throws IOException {
        for (int i = 0; i < 600; i++) {
            for (ProcessHandle p : nspawn.children().toList()) {
                Path comm = Path.of("/proc/" + p.pid() + "/comm");
                if (Files.exists(comm) && Files.readString(comm).strip().equals("systemd")) {
                    return p.pid();
                }
            }
            pause();
        }
        throw new AssertionError("systemd-nspawn has not started systemd within 60 s");
    }

    private static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    private void awaitBoot() throws IOException {
        for (int i = 0; i < 1200; i++) {
            Process p =
                    new ProcessBuilder(
                                    "nsenter",
                                    "-t",
                                    Long.toString(pid),
                                    "-m",
                                    "-p",
                                    "sh",
                                    "-c",
                                    "systemctl is-system-running && : >/run/railhead-test-machine"
                                            + " || { [ \"$(systemctl is-system-running)\" = degraded ]"
                                            + " && : >/run/railhead-test-machine; }")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
            try {
                if (p.waitFor() == 0) {
                    return;
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError(e);
            }
            pause();
        }
        throw new AssertionError("the machine has not booted within 120 s");
    }

    /// `/dev/shm` of this machine is taken out of the machine's view, however often it is mounted:
    /// a remount of a tmpfs that is only covered would change it here.
    static Machine start() {
        assumeTrue(
                "root".equals(System.getProperty("user.name")),
                "needs root, to make a namespace with links and files of its own");
        try {
            Path directory = Files.createTempDirectory("railhead-machine");
            Process init =
                    new ProcessBuilder("unshare", "-m", "-n", "--propagation", "private", "sh")
                            .redirectErrorStream(true)
                            .start();
            try (OutputStream in = init.getOutputStream()) {
                in.write(
                        """
                        set -e
                        mount -t tmpfs tmpfs %1$s
                        mkdir %1$s/upper %1$s/work %1$s/root
                        mount -t overlay overlay -o lowerdir=/,upperdir=%1$s/upper,workdir=%1$s/work %1$s/root
                        cd %1$s/root
                        mount --rbind /proc proc
                        mount -t sysfs sysfs sys
                        mount --rbind /dev dev
                        mount -t tmpfs tmpfs tmp
                        mount -t tmpfs tmpfs run
                        while umount dev/shm 2>/dev/null; do :; done
                        mount -t tmpfs -o mode=1777,size=8m tmpfs dev/shm
                        rm -rf etc/netplan etc/cloud etc/NetworkManager root/.ssh
                        mkdir -p var/lib/railhead
                        mount -t tmpfs -o mode=755 tmpfs var/lib/railhead
                        mkdir -p etc/netplan etc/sysctl.d etc/modprobe.d
                        ip link set lo up
                        for i in 0 1 2; do
                            ip link add eth$i type veth peer name peer$i
                            ip link set eth$i up
                            ip link set peer$i up
                        done
                        ip addr add 10.99.0.1/24 dev eth0
                        touch run/railhead-test-machine
                        exec chroot . sh -c 'echo ready; exec sleep 100000'
                        """
                                .formatted(directory)
                                .getBytes(StandardCharsets.UTF_8));
            }
            BufferedReader out =
                    new BufferedReader(
                            new InputStreamReader(init.getInputStream(), StandardCharsets.UTF_8));
            String line = out.readLine();
            assumeTrue(
                    line != null && line.equals("ready"),
                    "needs namespaces and overlay mounts: " + line);
            return new Machine(directory, init, init.pid(), List.of("-m", "-n", "-r", "-w"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Nobody gets through to it as long as the condition holds there.
    void cutWhile(String condition) {
        cutWhile = condition;
    }

    void shims(String path) {
        shims = path;
    }

    /// Of the process whose namespaces it is made of.
    long pid() {
        return pid;
    }

    /// Runs a script there as root and gives what it printed; fails the test when it fails.
    String sh(String script) {
        try {
            Transcript t = run("test", script, Duration.ofSeconds(60));
            if (t.exitCode() != 0) {
                throw new AssertionError(
                        "status " + t.exitCode() + ": " + script + "\n" + t.stdout() + t.stderr());
            }
            return t.stdout();
        } catch (Unreachable e) {
            throw new AssertionError(e);
        }
    }

    /// Whether there is a file, seen from outside.
    boolean has(String path) {
        return Files.exists(Path.of("/proc/" + pid + "/root" + path));
    }

    /// Runs a script there, however it ends.
    Transcript begin(String script) {
        try {
            return run("test", script, Duration.ofSeconds(60));
        } catch (Unreachable e) {
            throw new AssertionError(e);
        }
    }

    private Transcript run(String label, String script, Duration limit) throws Unreachable {
        try {
            List<String> command = new ArrayList<>(List.of("nsenter", "-t", Long.toString(pid)));
            command.addAll(namespaces);
            // Never on the machine that the tests run on.
            command.addAll(List.of("sh", "-c", "[ -e /run/railhead-test-machine ] && exec sh"));
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().clear();
            builder.environment()
                    .put(
                            "PATH",
                            shims + "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
            builder.environment().put("SSH_CONNECTION", "10.99.0.2 4711 10.99.0.1 22");
            Instant started = Instant.now();
            Process p = builder.start();
            CompletableFuture<String> out = text(p.getInputStream());
            CompletableFuture<String> err = text(p.getErrorStream());
            try (OutputStream in = p.getOutputStream()) {
                in.write(shimmed(script).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // It ended before it had read everything; its status says how.
            }
            boolean ended = p.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!ended) {
                p.destroyForcibly().waitFor();
            }
            return new Transcript(
                    "m",
                    label,
                    ended ? out.join() : "",
                    ended ? err.join() : "",
                    ended ? p.exitValue() : -1,
                    started,
                    Duration.between(started, Instant.now()),
                    !ended);
        } catch (IOException e) {
            throw new Unreachable(String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted", e);
        }
    }

    /// Scripts go by a PATH of their own.
    private String shimmed(String script) {
        return script.replace("PATH=/usr/sbin:", "PATH=" + shims + "/usr/sbin:");
    }

    private static CompletableFuture<String> text(InputStream in) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try (in) {
                        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                    } catch (IOException e) {
                        return "";
                    }
                },
                r -> Thread.ofVirtual().start(r));
    }

    @Override
    public Session open(Target target, Duration limit) throws Unreachable {
        if (!cutWhile.isEmpty() && run("test", cutWhile, Duration.ofSeconds(60)).exitCode() == 0) {
            throw new Unreachable("no route to host");
        }
        return new Session() {
            @Override
            public Target target() {
                return target;
            }

            @Override
            public Transcript run(String label, String script, Duration within) throws Unreachable {
                return Machine.this.run(label, script, within);
            }

            @Override
            public Transcript runAsRoot(String label, String script, Duration within)
                    throws Unreachable {
                return Machine.this.run(label, script, within);
            }

            @Override
            public void close() {}
        };
    }

    /// Everything on the machine that Railhead may change here: files with mode, owner, type and
    /// bytes, links' MTU and addresses, settings of the network; and what it must not leave behind.
    List<String> snapshot() {
        try {
            return sh(Files.readString(Path.of("src/test/resources/machine-snapshot.sh")))
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Ends everything that runs in the machine.
    @Override
    public void close() {
        try {
            Path net = Files.readSymbolicLink(Path.of("/proc/" + pid + "/ns/net"));
            List<Long> inside = new ArrayList<>();
            try (var processes = Files.list(Path.of("/proc"))) {
                for (Path p : processes.toList()) {
                    String name = p.getFileName().toString();
                    if (name.matches("\\d+") && isIn(p, net)) {
                        inside.add(Long.parseLong(name));
                    }
                }
            }
            inside.forEach(p -> ProcessHandle.of(p).ifPresent(ProcessHandle::destroyForcibly));
            init.waitFor(10, TimeUnit.SECONDS);
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isIn(Path process, Path net) {
        try {
            return Files.readSymbolicLink(process.resolve("ns/net")).equals(net);
        } catch (IOException e) {
            return false;
        }
    }
}
