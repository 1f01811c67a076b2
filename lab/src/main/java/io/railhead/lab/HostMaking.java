package io.railhead.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// How hosts of one kind are made.
interface HostMaking {
    /// How long one may take to be ready.
    Duration limit();

    void write(HostPlan host, SshKeyPair key) throws IOException;

    void start(HostPlan host) throws IOException;

    /// True when it accepts logins.
    ///
    /// @param home the host's directory
    boolean ready(Path home);

    /// What is done to a host when it is ready, before anybody else comes.
    void finish(HostPlan host, Path home) throws IOException, LabFailure;

    /// What a host that did not start said last.
    String lastWords(Path home);

    /// Namespace hosts.
    record Namespaces(Keeper keeper, HostFiles files) implements HostMaking {
        private static final Duration LIMIT = Duration.ofSeconds(120);

        @Override
        public Duration limit() {
            return LIMIT;
        }

        @Override
        public void write(HostPlan host, SshKeyPair key) throws IOException {
            files.write(host, key);
        }

        @Override
        public void start(HostPlan host) throws IOException {
            keeper.startHost(host.name());
        }

        /// sshd writes its number when it listens.
        @Override
        public boolean ready(Path home) {
            return Files.exists(home.resolve("upper/run/sshd.pid"));
        }

        @Override
        public void finish(HostPlan host, Path home) {
            // Its links were made before sshd was started.
        }

        @Override
        public String lastWords(Path home) {
            Path sshd = home.resolve("upper/var/log/auth.log");
            return Keeper.tail(home.resolve("log"))
                    + (Files.exists(sshd) ? "; sshd: " + Keeper.tail(sshd) : "");
        }
    }

    /// Booted hosts.
    record Booted(Keeper keeper, BootedFiles files) implements HostMaking {
        /// Eight at once took 205 s on two cores with ten times their work.
        private static final Duration LIMIT = Duration.ofSeconds(600);

        @Override
        public Duration limit() {
            return LIMIT;
        }

        @Override
        public void write(HostPlan host, SshKeyPair key) throws IOException {
            files.write(host, key);
        }

        @Override
        public void start(HostPlan host) throws IOException {
            keeper.bootHost(host.name());
        }

        @Override
        public boolean ready(Path home) {
            return new BootedHost(home).booted();
        }

        @Override
        public void finish(HostPlan host, Path home) throws IOException, LabFailure {
            if (Files.size(home.resolve("live")) == 0) {
                return;
            }
            LabRecord.FirstProcess first =
                    new BootedHost(home)
                            .first()
                            .orElseThrow(() -> new LabFailure(host.name() + " ended by itself"));
            ProcessBuilder builder =
                    new ProcessBuilder(
                            "nsenter",
                            "--net=/proc/" + first.pid() + "/ns/net",
                            "ip",
                            "-batch",
                            home.resolve("live").toString());
            builder.environment().put("PATH", Prerequisites.PATH);
            builder.redirectErrorStream(true);
            builder.redirectOutput(ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()));
            try {
                if (builder.start().waitFor() != 0) {
                    throw new LabFailure(
                            "a fault could not be built into "
                                    + host.name()
                                    + ": "
                                    + Keeper.tail(home.resolve("log")));
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LabFailure("interrupted");
            }
        }

        @Override
        public String lastWords(Path home) {
            return Keeper.tail(home.resolve("log"));
        }
    }

    /// Virtual hosts.
    record Virtual(Keeper keeper, VirtualFiles files) implements HostMaking {
        /// Two at once take 25 s by software emulation on two idle cores.
        private static final Duration LIMIT = Duration.ofSeconds(420);

        @Override
        public Duration limit() {
            return LIMIT;
        }

        @Override
        public void write(HostPlan host, SshKeyPair key) throws IOException {
            files.write(host, key);
        }

        @Override
        public void start(HostPlan host) throws IOException {
            keeper.startVirtual(host.name());
        }

        /// The host itself says so on its serial line.
        @Override
        public boolean ready(Path home) {
            try {
                return Files.readString(home.resolve("console"), StandardCharsets.ISO_8859_1)
                        .contains("railhead-lab-booted");
            } catch (IOException e) {
                return false; // not there yet
            }
        }

        @Override
        public void finish(HostPlan host, Path home) {
            // It does by itself what was done by hand.
        }

        @Override
        public String lastWords(Path home) {
            return Keeper.tail(home.resolve("log"))
                    + "; console: "
                    + Keeper.lastLine(home.resolve("console"));
        }
    }
}
