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
import io.railhead.reach.Session;
import io.railhead.reach.SshSettings;
import io.railhead.reach.SshTransport;
import io.railhead.reach.Target;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `plan --sudoers` writes is put on namespace hosts as it is, and is enough for a login that
/// has nothing else.
@Tag("lab")
class SudoersTest {
    @TempDir private Path directory;

    @Test
    void aLoginWithExactlyTheseRightsAppliesAndRollsBack() throws Exception {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, "no lab here: " + readiness);
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/visudo")), "needs sudo");
        String name = "sudo" + ProcessHandle.current().pid();
        TestConsole terminal = terminal();
        try {
            assertThat(terminal.run("lab", "up", "--name", name, "--hosts", "2", "-o", "lab.yaml"))
                    .as(terminal.err())
                    .isEqualTo(Exit.OK);
            String lab = Files.readString(directory.resolve("lab.yaml"));
            Cluster cluster = ((Result.Accepted) ClusterReader.read("lab.yaml", lab)).cluster();
            for (Host host : cluster.hosts()) {
                sh(
                        host,
                        """
                        set -e
                        useradd -m -s /bin/sh ann
                        usermod -p '*' ann
                        # What Debian's sudo comes with, and nothing else.
                        rm -rf /etc/sudoers.d && install -d -m 750 /etc/sudoers.d
                        printf 'root ALL=(ALL:ALL) ALL\\n@includedir /etc/sudoers.d\\n' >/etc/sudoers
                        chmod 440 /etc/sudoers
                        install -d -m 700 -o ann -g ann ~ann/.ssh
                        install -m 600 -o ann -g ann ~root/.ssh/authorized_keys ~ann/.ssh
                        """);
            }
            String policy =
                    """
                    host-policy:
                      files:
                        - {path: /etc/railhead-test.conf, content: "hello\\n"}
                    """;
            String ann = lab.replaceFirst("user: root", "user: ann\n  sudo: true");
            Files.writeString(directory.resolve("ann.yaml"), ann.replace("host-policy:\n", policy));
            // Without the rights the rule to add is named, and nothing is done.
            terminal = terminal();
            assertThat(terminal.run("plan", "-c", "ann.yaml"))
                    .as(terminal.err() + ann)
                    .isEqualTo(Exit.UNREACHABLE);
            assertThat(terminal.out()).contains("sudo -n is not allowed there");

            assertThat(terminal.run("plan", "-c", "ann.yaml", "--sudoers", "-o", "rights"))
                    .as(terminal.err())
                    .isEqualTo(Exit.OK);
            byte[] rights = Files.readAllBytes(directory.resolve("rights"));
            assertThat(new String(rights, StandardCharsets.UTF_8)).contains("ann ALL=(root)");
            for (Host host : cluster.hosts()) {
                sh(
                        host,
                        "echo "
                                + Base64.getEncoder().encodeToString(rights)
                                + " | base64 -d >/tmp/rights && visudo -c -f /tmp/rights"
                                + " && install -o root -g root -m 440 /tmp/rights"
                                + " /etc/sudoers.d/railhead");
            }
            terminal = terminal();
            assertThat(terminal.run("apply", "-c", "ann.yaml", "--yes"))
                    .as(terminal.out() + terminal.err())
                    .isEqualTo(Exit.OK);
            for (Host host : cluster.hosts()) {
                sh(host, "[ \"$(cat /etc/railhead-test.conf)\" = hello ]");
            }
            terminal = terminal();
            assertThat(terminal.run("plan", "-c", "ann.yaml")).isEqualTo(Exit.OK);
            assertThat(terminal.out()).contains("Nothing to change on 2 hosts.");
            assertThat(terminal.run("rollback", "-c", "ann.yaml", "--yes"))
                    .as(terminal.out() + terminal.err())
                    .isEqualTo(Exit.OK);
            for (Host host : cluster.hosts()) {
                sh(host, "[ ! -e /etc/railhead-test.conf ]");
            }
        } finally {
            terminal.run("lab", "down", name);
        }
    }

    private TestConsole terminal() {
        return TestConsole.in(
                directory, Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")));
    }

    /// As root.
    private void sh(Host host, String script) {
        SshSettings settings =
                SshSettings.of(
                        Map.of("HOME", directory.toString(), "PATH", System.getenv("PATH")),
                        "root",
                        false,
                        1);
        try (SshTransport transport = new SshTransport(settings);
                Session session = transport.open(Target.of(host), Duration.ofSeconds(20))) {
            var transcript = session.run("by hand", script, Duration.ofSeconds(30));
            assertThat(transcript.exitCode()).as(transcript.toString()).isZero();
        } catch (io.railhead.reach.Unreachable e) {
            throw new AssertionError(e);
        }
    }
}
