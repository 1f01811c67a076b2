package io.railhead.reach;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.intent.Login;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A real sshd on a port of 127.0.0.1, run by the user of the tests and logged in to as that user,
/// with keys of its own in a folder of its own.
final class TestSshd implements AutoCloseable {
    private static final Path SSHD = Path.of("/usr/sbin/sshd");

    final Path folder;
    final int port;
    private Process process;

    private TestSshd(Path folder, int port, Process process) {
        this.folder = folder;
        this.port = port;
        this.process = process;
    }

    static void assumePossible() {
        assumeTrue(Files.isExecutable(SSHD), "needs sshd: apt install openssh-server");
        assumeTrue(
                LocalCommand.exists("ssh-keygen", settings(Path.of("/nonexistent"))),
                "needs ssh-keygen: apt install openssh-client");
    }

    static TestSshd start(Path folder, String... options) throws Exception {
        return start(folder, List.of(), options);
    }

    /// In a network namespace, by its name.
    static TestSshd startInside(Path folder, String namespace) throws Exception {
        return start(folder, List.of("ip", "netns", "exec", namespace));
    }

    private static TestSshd start(Path folder, List<String> around, String... options)
            throws Exception {
        assumePossible();
        if (user().equals("root") && !Files.isDirectory(Path.of("/run/sshd"))) {
            // The folder that sshd's own unit makes.
            Files.createDirectories(Path.of("/run/sshd"));
        }
        Files.createDirectories(folder);
        if (!Files.exists(folder.resolve("host_ed25519"))) {
            keygen(folder.resolve("host_ed25519"), "ed25519");
            keygen(folder.resolve("id"), "ed25519");
            Files.copy(folder.resolve("id.pub"), folder.resolve("authorized_keys"));
        }
        int port;
        try (ServerSocket free = new ServerSocket()) {
            free.bind(new InetSocketAddress("127.0.0.1", 0));
            port = free.getLocalPort();
        }
        List<String> config =
                new ArrayList<>(
                        List.of(
                                "Port " + port,
                                "ListenAddress 127.0.0.1",
                                "HostKey " + folder.resolve("host_ed25519"),
                                "AuthorizedKeysFile " + folder.resolve("authorized_keys"),
                                "StrictModes no",
                                "UsePAM no",
                                "PasswordAuthentication no",
                                "KbdInteractiveAuthentication no",
                                "PermitRootLogin prohibit-password",
                                "PermitUserEnvironment no",
                                "UseDNS no",
                                "PrintMotd no",
                                "LogLevel VERBOSE",
                                "PidFile none",
                                // Keeps bash from reading ~/.bashrc, which belongs to somebody.
                                "SetEnv SHLVL=3"));
        boolean ownStartups = false;
        for (String option : options) {
            ownStartups |= option.startsWith("MaxStartups");
            config.add(option);
        }
        if (!ownStartups) {
            config.add("MaxStartups 300");
        }
        Files.write(folder.resolve("sshd_config"), config);
        TestSshd sshd = new TestSshd(folder, port, launch(folder, around));
        if (around.isEmpty()) {
            sshd.awaitUp();
        } else {
            // Its port cannot be tried from here.
            Thread.sleep(1000);
        }
        return sshd;
    }

    private static Process launch(Path folder, List<String> around) throws IOException {
        List<String> command = new ArrayList<>(around);
        command.addAll(
                List.of(
                        SSHD.toString(),
                        "-D",
                        "-f",
                        folder.resolve("sshd_config").toString(),
                        "-E",
                        folder.resolve("sshd.log").toString()));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private void awaitUp() throws Exception {
        for (int i = 0; i < 200; i++) {
            try (Socket probe = new Socket()) {
                probe.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return;
            } catch (IOException e) {
                if (!process.isAlive()) {
                    throw new IOException(
                            "sshd ended: " + Files.readString(folder.resolve("sshd.log")), e);
                }
                Thread.sleep(25);
            }
        }
        throw new IOException("sshd did not come up");
    }

    /// A new host key, as after an installation anew.
    TestSshd reinstalled() throws Exception {
        close();
        Files.delete(folder.resolve("host_ed25519"));
        keygen(folder.resolve("host_ed25519"), "ed25519");
        process = launch(folder, List.of());
        awaitUp();
        return this;
    }

    /// Ends the connections there are, and leaves sshd listening.
    void cut() {
        process.descendants()
                .filter(p -> p.info().command().orElse("").contains("sshd"))
                .forEach(ProcessHandle::destroyForcibly);
    }

    static void keygen(Path file, String type) throws Exception {
        Process keygen =
                new ProcessBuilder("ssh-keygen", "-q", "-t", type, "-N", "", "-f", file.toString())
                        .start();
        if (keygen.waitFor() != 0) {
            throw new IOException(new String(keygen.getErrorStream().readAllBytes()));
        }
    }

    static String user() {
        return System.getProperty("user.name");
    }

    static SshSettings settings(Path home) {
        return new SshSettings(
                home,
                user(),
                Map.of("PATH", System.getenv().getOrDefault("PATH", "/usr/bin:/bin")),
                Optional.empty(),
                false,
                32,
                0,
                SshSettings.DEFAULT_OUTPUT_CAP,
                7);
    }

    Path knownHosts() throws IOException {
        Path file = folder.resolve("known_hosts");
        if (!Files.exists(file)) {
            String[] key = Files.readString(folder.resolve("host_ed25519.pub")).split(" ");
            Files.writeString(file, "[127.0.0.1]:" + port + " " + key[0] + " " + key[1] + "\n");
        }
        return file;
    }

    Login login() throws IOException {
        return new Login(
                Optional.of(user()),
                port,
                Optional.of(folder.resolve("id").toString()),
                Optional.empty(),
                Optional.of(knownHosts().toString()),
                Optional.empty(),
                false);
    }

    Target target(String name) throws IOException {
        return new Target(name, "127.0.0.1", login());
    }

    Target target(String name, Path knownHosts) throws IOException {
        Login l = login();
        return new Target(
                name,
                "127.0.0.1",
                new Login(
                        l.user(),
                        l.port(),
                        l.identity(),
                        l.jump(),
                        Optional.of(knownHosts.toString()),
                        Optional.empty(),
                        false));
    }

    static final Duration LIMIT = Duration.ofSeconds(20);

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
