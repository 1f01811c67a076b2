package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.intent.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A file that sshd reads at its next start is judged by what sshd would then say to the login that
/// wrote it: root, from 10.99.0.2 to 10.99.0.1 port 22.
@Tag("root")
class SshdLetsInTest {
    private static final String PATH = "/etc/ssh/sshd_config.d/10-site.conf";

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;

    @BeforeEach
    void start() {
        assumeTrue(Files.isExecutable(Path.of("/usr/sbin/sshd")), "needs openssh-server");
        machine = Machine.start();
        bench = new Bench(machine, journal);
        machine.sh("mkdir -p /run/sshd; rm -f /etc/ssh/sshd_config.d/*; ssh-keygen -q -A");
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private static Cluster cluster(String content) {
        return World.cluster("netplan off\nfile " + PATH + " 0644 root root " + content + "\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PermitRootLogin no | PermitRootLogin is no",
                "PubkeyAuthentication no | PubkeyAuthentication is no",
                "AuthenticationMethods publickey,password | AuthenticationMethods is",
                "AllowUsers ann | AllowUsers does not have root",
                "AllowUsers root@10.98.0.0/16 | AllowUsers does not have root",
                "DenyUsers ro*@10.99.0.? | DenyUsers has ro*@10.99.0.?",
                "AllowGroups nobody | AllowGroups has no group of root",
                "DenyGroups r?ot | DenyGroups has r?ot",
                "ForceCommand /bin/true | ForceCommand is /bin/true",
                "AuthorizedKeysFile /etc/keys/%u | AuthorizedKeysFile is /etc/keys/%u, where there",
                "Port 2222 | no ListenAddress and Port is 10.99.0.1 port 22",
                "Match Address 10.99.0.0/24\\n  PermitRootLogin no | PermitRootLogin is no",
            })
    void whatWouldShutThisLoginOutIsTakenBack(String content, String why) {
        machine.sh("mkdir -p /root/.ssh; echo ssh-ed25519 AAAA >/root/.ssh/authorized_keys");
        HostOutcome o = bench.apply(cluster(content + "\\n")).hosts().getFirst();
        assertThat(o.state()).as("%s", o).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(o.why())
                .contains("sshd would not let root in again by key")
                .contains("restarted or reloaded: " + why);
        assertThat(machine.has(PATH)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PermitRootLogin prohibit-password",
                "PasswordAuthentication no\\nAuthenticationMethods publickey",
                "AllowUsers ann root@10.99.0.0/24",
                "DenyUsers root@10.98.0.*",
                "AllowGroups wheel r*",
                "Port 22\\nPort 2222",
                "Match Address 10.98.0.0/24\\n  PermitRootLogin no",
            })
    void whatLetsItInIsMade(String content) {
        // That there are no keys is so before too: this login came otherwise.
        machine.sh("rm -rf /root/.ssh");
        RunResult run = bench.apply(cluster(content + "\\n"));
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(machine.has(PATH)).isTrue();
    }

    @Test
    void linesOfABlockAreJudgedToo() {
        Cluster cluster =
                World.cluster(
                        "netplan off\nblock /etc/ssh/sshd_config site # PermitRootLogin no\\n\n");
        HostOutcome o = bench.apply(cluster).hosts().getFirst();
        assertThat(o.why()).contains("sshd would not let root in", "PermitRootLogin is no");
    }
}
