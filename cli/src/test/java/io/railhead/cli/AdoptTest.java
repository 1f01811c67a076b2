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
            printf '* - memlock unlimited\\nroot - memlock unlimited\\n' >/etc/security/limits.d/90-rdma.conf
            printf '* - nofile 65536\\nroot - nofile 65536\\n' >/etc/security/limits.d/91-files.conf
            mkdir -p /etc/modprobe.d /etc/modules-load.d
            printf 'options mlx4_core log_num_mtt=24\\n' >/etc/modprobe.d/mlx4.conf
            printf 'blacklist nouveau\\nblacklist pcspkr\\n' >/etc/modprobe.d/gpu.conf
            printf 'ib_of_nobody\\n' >/etc/modules-load.d/rdma.conf
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
            adopt(terminal, lab, "c.yaml");
            assertThat(Files.readString(directory.resolve("c.yaml")))
                    .contains("lab: true")
                    .contains("net.ipv4.tcp_rmem: 4096 131072 67108864")
                    .contains("net.ipv4.tcp_ecn: 1")
                    .contains("nofile: 65536")
                    .contains("log_num_mtt=24")
                    .contains("nouveau")
                    .contains("modules ib_of_nobody left out")
                    .doesNotContain("pcspkr")
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

    /// Odd names and bytes, a folder where a file belongs, and Railhead's own of another cluster.
    private static final String ODD =
            """
            set -e
            cd /etc/sysctl.d
            printf '# Written by Railhead from the intent of cluster other.\\n%s\\n' \
                'net.ipv4.tcp_ecn = 1' >99-zz-railhead.conf
            sysctl -q -p 99-zz-railhead.conf
            printf 'kernel.printk = 3 4 1 3\\n' >90-console.conf
            printf 'net.ipv4.tcp_sack = 0\\n' >91-not-loaded.conf
            printf 'net.ipv4.tcp_fin_timeout = 59\\n' >"$(printf '92 odd \\033[31m name.conf')"
            sysctl -q -w net.ipv4.tcp_fin_timeout=59
            printf '\\377\\000net.core.somaxconn\\033[2J = \\302\\233 7\\n' >93-binary.conf
            mkdir 94-folder.conf
            ln -s /nowhere 95-dangling.conf
            cd ../security/limits.d
            printf '@ops hard nofile 4096\\n* - nofile 100000\\n' >90-ops.conf
            printf 'garbage\\377\\n* - memlock\\n' >91-garbage.conf
            """;

    @Test
    void oddThingsAreNamedAndNeitherTakenNorInTheWay() throws Exception {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        String name = "adodd" + ProcessHandle.current().pid();
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
            Host first = lab.hosts().getFirst();
            sh(first, ODD);
            String port = first.rails().getFirst().interfaceName();
            String gateway = lab.hosts().getLast().rails().getFirst().address();
            sh(first, "ip route add 10.200.0.0/16 via " + gateway + " dev " + port);
            adopt(terminal, lab, "odd.yaml");
            String yaml = Files.readString(directory.resolve("odd.yaml"));
            assertThat(yaml.codePoints())
                    .allMatch(c -> io.railhead.model.Visible.isPlain(c) && c != '\t');
            assertThat(yaml)
                    .contains("net.ipv4.tcp_ecn: 1")
                    .contains("# sysctl in /etc/sysctl.d/90-console.conf left as it is")
                    .contains("# sysctl net.ipv4.tcp_sack left out: it is 1, and")
                    .contains("limits.d/90-ops.conf left as they are: @ops hard nofile 4096")
                    .contains("# routes to 10.200.0.0/16 via " + gateway + " on " + port)
                    .contains("# limits nofile 100000 left out: a plan would still change limits:")
                    .contains("# kernel settings not looked at: grep: /etc/sysctl.d/93-binary.conf")
                    .contains("tcp_fin_timeout");
            int from = terminal.out().length();
            assertThat(terminal.run("plan", "-c", "odd.yaml"))
                    .as(terminal.err())
                    .isEqualTo(Exit.OK);
            assertThat(terminal.out().substring(from)).contains("Nothing to change on 2 hosts.");
        } finally {
            terminal.run("lab", "down", name);
        }
    }

    private static void adopt(TestConsole terminal, Cluster lab, String file) {
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
                                file));
        lab.hosts().forEach(h -> init.add(h.address()));
        assertThat(terminal.run(init.toArray(new String[0]))).as(terminal.err()).isEqualTo(Exit.OK);
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
