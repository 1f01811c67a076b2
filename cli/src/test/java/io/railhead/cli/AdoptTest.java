package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.lab.Lab;
import io.railhead.lab.Places;
import io.railhead.lab.Readiness;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.reach.Session;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Namespace hosts set up by hand, taken over as they are.
@Tag("lab")
class AdoptTest {
    private static final String BY_HAND =
            """
            set -e
            printf 'net.ipv4.tcp_rmem = 4096 131072 67108864\\n' >/etc/sysctl.d/90-rdma.conf
            printf 'net.ipv4.tcp_ecn=1\\n' >/etc/sysctl.d/91-ecn.conf
            for f in /etc/sysctl.d/9*.conf; do sysctl -q -p $f; done
            printf '* - memlock unlimited\\n' >/etc/security/limits.d/90-rdma.conf
            """;

    @TempDir private Path directory;

    @Test
    void thePlanOfHostsTakenOverIsEmptyAndATrueDifferenceShowsAlone() throws Exception {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        String name = "adopt" + ProcessHandle.current().pid();
        TestConsole terminal =
                TestConsole.in(
                        directory,
                        Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")));
        try {
            assertThat(terminal.run("lab", "up", "--name", name, "--hosts", "2", "-o", "lab.yaml"))
                    .as(terminal.err())
                    .isEqualTo(Exit.OK);
            Result read =
                    ClusterReader.read("lab.yaml", Files.readString(directory.resolve("lab.yaml")));
            Cluster lab = ((Result.Accepted) read).cluster();
            lab.hosts().forEach(h -> sh(h, BY_HAND));
            Login login = lab.login();
            List<String> init =
                    new java.util.ArrayList<>(
                            List.of(
                                    "init",
                                    "--adopt",
                                    "--user",
                                    "root",
                                    "--key",
                                    login.identity().orElseThrow(),
                                    "--known-hosts",
                                    login.knownHosts().orElseThrow(),
                                    "--network-namespace",
                                    login.networkNamespace().orElseThrow(),
                                    "-o",
                                    "c.yaml"));
            lab.hosts().forEach(h -> init.add(h.address()));
            assertThat(terminal.run(init.toArray(new String[0])))
                    .as(terminal.err())
                    .isEqualTo(Exit.OK);
            assertThat(Files.readString(directory.resolve("c.yaml")))
                    .contains("lab: true")
                    .contains("net.ipv4.tcp_rmem: 4096 131072 67108864")
                    .contains("net.ipv4.tcp_ecn: 1")
                    .doesNotContain("speed:");
            int from = terminal.out().length();
            assertThat(terminal.run("plan", "-c", "c.yaml")).as(terminal.err()).isEqualTo(Exit.OK);
            assertThat(terminal.out().substring(from)).contains("Nothing to change on 2 hosts.");

            sh(lab.hosts().getLast(), "sysctl -q -w net.ipv4.tcp_ecn=0");
            from = terminal.out().length();
            terminal.run("plan", "-c", "c.yaml");
            assertThat(terminal.out().substring(from)).contains("1 change on 1 of 2 hosts");
        } finally {
            terminal.run("lab", "down", name);
        }
    }

    private void sh(Host host, String script) {
        SshSettings settings =
                SshSettings.of(
                        Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")),
                        "root",
                        false,
                        1);
        try (SshTransport transport = new SshTransport(settings);
                Session session = transport.open(Target.of(host), Duration.ofSeconds(20))) {
            assertThat(session.run("by hand", script, Duration.ofSeconds(20)).exitCode()).isZero();
        } catch (io.railhead.reach.Unreachable e) {
            throw new AssertionError(e);
        }
    }
}
