package io.railhead.reach;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.intent.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("root")
class NetworkNamespaceTest {
    @TempDir Path folder;

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static Set<String> namespacesOfThreads(boolean ofNamespaceThreads) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.filter(
                            t -> {
                                try {
                                    String name = Files.readString(t.resolve("comm"));
                                    return name.startsWith("netns /") == ofNamespaceThreads;
                                } catch (IOException e) {
                                    return false;
                                }
                            })
                    .map(
                            t -> {
                                try {
                                    return Files.readSymbolicLink(t.resolve("ns/net")).toString();
                                } catch (IOException e) {
                                    return "gone";
                                }
                            })
                    .filter(n -> !n.equals("gone"))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void connectionsAreMadeFromInsideAndNoOtherThreadIsMoved() throws Exception {
        assumeTrue(TestSshd.user().equals("root"), "needs root");
        assumeTrue(run("sh", "-c", "command -v ip >/dev/null") == 0, "needs iproute2");
        TestSshd.assumePossible();
        String name = "rhtest" + ProcessHandle.current().pid();
        assumeTrue(run("ip", "netns", "add", name) == 0, "cannot make network namespaces");
        try {
            assertThat(run("ip", "-n", name, "link", "set", "lo", "up")).isZero();
            Set<String> before = namespacesOfThreads(false);
            Path path = Path.of("/run/netns", name);
            // An sshd whose port is open only inside: outside, the connection is refused.
            try (TestSshd inside = TestSshd.startInside(folder.resolve("a"), name)) {
                Login l = inside.login();
                Login login =
                        new Login(
                                l.user(),
                                l.port(),
                                l.identity(),
                                Optional.empty(),
                                l.knownHosts(),
                                Optional.of(path.toString()),
                                false);
                try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
                    for (int i = 0; i < 5; i++) {
                        Target target = new Target("h1", "127.0.0.1", login);
                        try (Session session = ssh.open(target, TestSshd.LIMIT)) {
                            String ns =
                                    session.run("ns", "readlink /proc/self/ns/net", TestSshd.LIMIT)
                                            .stdout()
                                            .strip();
                            assertThat(before).doesNotContain(ns);
                            assertThat(namespacesOfThreads(true)).containsExactly(ns);
                        }
                    }
                    try (Session direct =
                            new OpenSshTransport(TestSshd.settings(folder))
                                    .open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT)) {
                        assertThat(direct.run("echo", "echo hi", TestSshd.LIMIT).stdout())
                                .isEqualTo("hi\n");
                    }
                }
                assertThat(namespacesOfThreads(false)).isEqualTo(before);
            }
        } finally {
            run("ip", "netns", "del", name);
        }
    }

    private String refused(String namespace) {
        Login login =
                new Login(
                        Optional.of("root"),
                        22,
                        Optional.of("none"),
                        Optional.empty(),
                        Optional.of("none"),
                        Optional.of(namespace),
                        false);
        try (SshTransport ssh = new SshTransport(TestSshd.settings(folder))) {
            ssh.open(new Target("h1", "127.0.0.1", login), TestSshd.LIMIT).close();
            throw new AssertionError("must not connect");
        } catch (Unreachable e) {
            return String.valueOf(e.getMessage());
        }
    }

    @Test
    void aNamespaceThatIsNotThereIsNamed() {
        assertThat(refused("/run/netns/no-such-namespace"))
                .contains("/run/netns/no-such-namespace", "is the lab up?")
                .contains("login.network-namespace");
    }

    @Test
    void aFileThatIsNoNamespaceIsTheReasonAndNotTheMachinesSshd() throws Exception {
        Path file = Files.writeString(folder.resolve("namespace"), "x");
        assertThat(refused(file.toString()))
                .contains("cannot enter the network namespace " + file)
                .contains("no connection was tried")
                .doesNotContain("MaxStartups");
        assertThat(refused("/proc/self/ns/uts"))
                .containsPattern("no network namespace|needs root")
                .doesNotContain("MaxStartups");
        assertThat(refused(folder.toString())).doesNotContain("MaxStartups");
    }
}
