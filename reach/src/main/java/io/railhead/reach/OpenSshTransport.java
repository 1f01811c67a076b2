package io.railhead.reach;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// SSH by OpenSSH's own client, one master process a session (`ControlMaster`), for logins that
/// only it can make. Costs some ten times the CPU of [SshTransport].
public final class OpenSshTransport implements Transport {
    private final SshSettings settings;
    private final SshConfig config;

    public OpenSshTransport(SshSettings settings) {
        this(settings, new SshConfig(settings));
    }

    OpenSshTransport(SshSettings settings, SshConfig config) {
        this.settings = settings;
        this.config = config;
    }

    @Override
    public Session open(Target target, Duration limit) throws Unreachable {
        if (!LocalCommand.exists("ssh", settings)) {
            throw new Unreachable(
                    target.name() + ": this login needs OpenSSH's client: install openssh-client");
        }
        long deadline = System.nanoTime() + limit.toNanos();
        Path directory;
        try {
            // A short path: sockets have room for a hundred bytes only.
            directory = Files.createTempDirectory("rh");
        } catch (IOException e) {
            throw new Unreachable(target.name() + ": " + e.getMessage(), e);
        }
        boolean root = config.resolve(target).user().equals("root");
        OpenSsh session = new OpenSsh(target, settings, directory.resolve("s"), root);
        try {
            session.start(deadline, limit);
            return session;
        } catch (Unreachable e) {
            session.close();
            throw e;
        }
    }

    private static final class OpenSsh implements Execution {
        private final Target target;
        private final SshSettings settings;
        private final Path socket;
        private final boolean root;
        private final CappedBytes complaints = new CappedBytes(64 << 10);
        private Optional<Process> master = Optional.empty();

        OpenSsh(Target target, SshSettings settings, Path socket, boolean root) {
            this.target = target;
            this.settings = settings;
            this.socket = socket;
            this.root = root;
        }

        void start(long deadline, Duration limit) throws Unreachable {
            List<String> command = new ArrayList<>();
            target.login()
                    .networkNamespace()
                    .ifPresent(n -> command.addAll(List.of("nsenter", "--net=" + n)));
            command.add("ssh");
            settings.configFile().ifPresent(f -> command.addAll(List.of("-F", f.toString())));
            command.addAll(List.of("-M", "-N", "-S", socket.toString()));
            command.addAll(List.of("-o", "BatchMode=yes", "-o", "ControlPersist=no"));
            command.addAll(
                    List.of(
                            "-o",
                            "StrictHostKeyChecking="
                                    + (settings.acceptNew() ? "accept-new" : "yes")));
            command.addAll(List.of("-o", "ConnectTimeout=" + Math.max(1, limit.toSeconds())));
            command.addAll(List.of("-o", "ServerAliveInterval=15", "-o", "ForwardAgent=no"));
            command.addAll(List.of("-o", "ForwardX11=no", "-o", "ClearAllForwardings=yes"));
            target.login().user().ifPresent(u -> command.addAll(List.of("-l", u)));
            if (target.login().port() != 22) {
                command.addAll(List.of("-p", Integer.toString(target.login().port())));
            }
            target.login().identity().ifPresent(i -> command.addAll(List.of("-i", i)));
            target.login().jump().ifPresent(j -> command.addAll(List.of("-J", j)));
            target.login()
                    .knownHosts()
                    .ifPresent(k -> command.addAll(List.of("-o", SshConfig.knownHostsOption(k))));
            command.addAll(List.of("--", target.address()));
            Process process = begin(command);
            master = Optional.of(process);
            await(process, deadline, limit);
        }

        private Process begin(List<String> command) throws Unreachable {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().clear();
            builder.environment().putAll(settings.environment());
            builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
            try {
                Process process = builder.start();
                process.getOutputStream().close();
                Thread.startVirtualThread(() -> listen(process));
                return process;
            } catch (IOException e) {
                throw new Unreachable(target.name() + ": cannot start " + command.getFirst(), e);
            }
        }

        private void listen(Process process) {
            byte[] buffer = new byte[4096];
            try (var in = process.getErrorStream()) {
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    complaints.accept(buffer, 0, n);
                }
            } catch (IOException e) {
                // The master was ended.
                return;
            }
        }

        /// The master makes its socket when the login is done.
        private void await(Process process, long deadline, Duration limit) throws Unreachable {
            try {
                while (!Files.exists(socket)) {
                    if (process.waitFor(20, TimeUnit.MILLISECONDS)) {
                        throw new Unreachable(target.name() + ": " + why());
                    }
                    if (System.nanoTime() > deadline) {
                        throw new Unreachable(
                                target.name() + ": no login within " + limit.toSeconds() + " s");
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Unreachable(target.name() + ": interrupted", e);
            }
        }

        private String why() throws InterruptedException {
            TimeUnit.MILLISECONDS.sleep(20);
            String text = complaints.text().replaceAll("[\\p{Cntrl}]+", " ").strip();
            String hint =
                    text.contains("Host key verification failed") && text.contains("No ")
                            ? " (accept new hosts with --accept-new)"
                            : "";
            return "ssh: " + (text.isEmpty() ? "ended without a word" : text) + hint;
        }

        @Override
        public Target target() {
            return target;
        }

        @Override
        public Ended exec(Script script) throws Unreachable {
            if (!master.map(Process::isAlive).orElse(false)) {
                throw new Unreachable(target.name() + ": connection lost");
            }
            Ended ended =
                    ProcessExecution.exec(
                            command(script),
                            settings,
                            script,
                            process -> {
                                kill(script);
                                process.destroy();
                            });
            boolean gone = !master.map(Process::isAlive).orElse(false);
            // ssh's own failure is 255, and so may be the script's.
            return new Ended(ended.status(), ended.timedOut(), gone && ended.status() == 255);
        }

        private List<String> command(Script script) {
            List<String> command = new ArrayList<>(List.of("ssh"));
            settings.configFile().ifPresent(f -> command.addAll(List.of("-F", f.toString())));
            command.addAll(
                    List.of(
                            "-T",
                            "-S",
                            socket.toString(),
                            "-o",
                            "BatchMode=yes",
                            "-o",
                            "ControlMaster=no",
                            // Never a connection of its own if the master is gone.
                            "-o",
                            "ProxyCommand=false",
                            "--",
                            target.address(),
                            Shell.command(script.root(), script.limit())));
            return command;
        }

        private void kill(Script script) throws Unreachable {
            Optional<Shell.Pids> pids = script.err().pids();
            if (pids.isEmpty()) {
                return;
            }
            String mark = Execution.newMark();
            ByteSink nothing = (_, _, _) -> true;
            Script killer =
                    new Script(
                            script.root(),
                            Shell.input(
                                    script.root(),
                                    mark,
                                    Shell.killer(pids.get()),
                                    Duration.ofSeconds(5)),
                            nothing,
                            new Shell.AfterMark(mark, nothing),
                            Duration.ofSeconds(5));
            ProcessExecution.exec(command(killer), settings, killer, Process::destroyForcibly);
        }

        @Override
        public int outputCap() {
            return settings.outputCap();
        }

        @Override
        public boolean isRoot() {
            return root;
        }

        @Override
        public void close() {
            master.ifPresent(Process::destroy);
            try {
                if (master.isPresent() && !master.get().waitFor(2, TimeUnit.SECONDS)) {
                    master.get().destroyForcibly();
                }
                Files.deleteIfExists(socket);
                Path directory = socket.getParent();
                if (directory != null) {
                    Files.deleteIfExists(directory);
                }
            } catch (IOException e) {
                // Left for the system's cleaning of its temporary folder.
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        // Sessions are closed by those who opened them.
    }
}
