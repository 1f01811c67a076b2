package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is in force on a host and stands in no file: edits of netplan's files that nobody applied,
/// and what was set by hand. A change of netplan makes networkd take all of that away; taken back,
/// it is there again.
@Tag("lab")
class BootedUnappliedTest {
    private static final String RAILS = "/etc/netplan/50-rails.yaml";

    private static final String SNAPSHOT =
            """
            ip -o link | while read -r _ i flags _ mtu _; do
                case $flags in *[,\\<]UP[,\\>]*) up=up ;; *) up=down ;; esac
                echo "${i%%@*} $up $mtu"
            done | sort
            ip -o addr | grep -v 'inet6 fe80' | sed -e 's/^[0-9]*: //' | sort
            for f in -4 -6; do
                ip $f rule
                ip $f route show table all | grep -v -e 'proto kernel' -e '^local' -e '^multicast' |
                    sort
            done
            find /etc/netplan /run/systemd/network -type f | sort | xargs sha256sum
            """;

    @TempDir static Path directory = Path.of("/nowhere");
    private static Optional<LabRig> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        raised = Optional.of(LabRig.raise(directory, "unapplied", HostKind.BOOTED, 4));
    }

    @AfterAll
    static void end() {
        raised.ifPresent(LabRig::close);
    }

    private static LabRig lab() {
        return raised.orElseThrow();
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    /// Applies what cuts the host off, and finds all as it was.
    private static void revertsByItself(String host, String cluster, String... only) {
        String before = lab().on(host, SNAPSHOT);
        TestConsole apply = lab().console();
        String[] words = {
            "apply", "--yes", "--hosts", host, "--confirm-within", "8", "-c", cluster
        };
        String[] all = new String[words.length + only.length];
        System.arraycopy(words, 0, all, 0, words.length);
        System.arraycopy(only, 0, all, words.length, only.length);
        int status = apply.run(all);
        System.out.println(apply.out());
        assertThat(status).as("%s", apply.out() + apply.err()).isEqualTo(Exit.FINDINGS);
        assertThat(oneLine(apply.out()))
                .contains(host + " reverted")
                .contains("everything is as it was before");
        assertThat(lab().on(host, SNAPSHOT)).isEqualTo(before);
    }

    @Test
    void thePortOfSshThatAnUnappliedEditTookOutOfTheFileHasItsAddressAgain() {
        lab().on("h1", "sed -i '/^    eth0:/,/mtu/d' " + RAILS);
        assertThat(lab().on("h1", "cat " + RAILS)).contains("eth1").doesNotContain("eth0");
        String text = lab().intent();
        String cluster =
                lab().write(
                                "eth0.yaml",
                                text.substring(0, text.indexOf("rails:\n"))
                                        + """
                                        rails:
                                          rail0:
                                            subnet: 10.177.0.0/16
                                            interface: eth0
                                            mtu: 1500
                                        hosts:
                                          h1:
                                            address: "10.77.0.1"
                                            rails:
                                              rail0: "10.177.0.1"
                                        """);
        String plan = oneLine(lab().run(Exit.OK, "plan", "--hosts", "h1", "-c", cluster));
        revertsByItself("h1", cluster);
        assertThat(plan)
                .contains("may-disconnect")
                .contains(RAILS + " was edited and not applied: what it now says of eth0");
    }

    @Test
    void anUnappliedEditOfOthersIsToldOfAndGuardedAndWhatItTookAwayComesBack() {
        lab().on("h2", "sed -i -e 's,10.77.0.2/16,10.99.0.1/16,' -e '/^    eth1:/,$d' " + RAILS);
        assertThat(lab().on("h2", "cat " + RAILS)).contains("10.99.0.1/16").doesNotContain("eth1");
        String plan = oneLine(lab().run(Exit.OK, "plan", "--hosts", "h2", "--only", "netplan"));
        revertsByItself("h2", "cluster.yaml", "--only", "netplan");
        assertThat(plan)
                .contains("may-disconnect")
                .contains(RAILS + " was edited and not applied: what it now says of eth0")
                .contains("come in by eth0")
                .contains("takes effect with this change");
        assertThat(lab().on("h2", "cat " + RAILS)).contains("10.99.0.1/16");
    }

    @Test
    void whatWasSetByHandAndStandsInNoFileIsThereAgainAfterARollback() {
        LabRig lab = lab();
        lab.on(
                "h3",
                "set -e; sed -i '/^    eth1:/,/mtu/d' "
                        + RAILS
                        + "; netplan generate; networkctl reload; sleep 3; ip addr flush dev eth1\n"
                        + """
                        ip link set eth1 mtu 4000 up
                        ip addr add 10.78.0.3/16 dev eth1
                        ip addr add 10.178.0.3/24 brd + dev eth1 label eth1:by
                        ip addr add 10.179.0.3 peer 10.179.0.4/32 dev eth1 noprefixroute
                        ip -6 addr add fd00:78::3/64 dev eth1 nodad preferred_lft 0
                        ip route add 10.150.0.0/16 via 10.78.0.9 dev eth1 table 150 mtu 1400
                        ip route add 10.151.0.0/16 via 10.178.0.9 dev eth1 metric 7
                        ip -6 route add fd00:79::/64 via fd00:78::9 dev eth1 metric 9
                        ip rule add from 10.178.0.3 lookup 150 priority 150
                        """);
        String before = lab.on("h3", SNAPSHOT);
        assertThat(before).contains("eth1 up 4000").contains("eth1:by");
        String plan = oneLine(lab.ok("plan", "--hosts", "h3", "--only", "netplan"));
        assertThat(plan)
                .contains("10.178.0.3/24 on eth1, 10.179.0.3 on eth1, fd00:78::3/64 on eth1")
                .contains("the route to 10.150.0.0/16 on eth1")
                .contains("stand in no file and go when the link is set up anew")
                .contains("may-disconnect")
                .doesNotContain("10.78.0.3/16 on eth1");
        lab.ok("apply", "--yes", "--hosts", "h3", "--only", "netplan,link-mtu");
        assertThat(lab.on("h3", SNAPSHOT))
                .contains("60-railhead-rails.yaml")
                .contains("eth1 up 9000");
        assertThat(lab.ok("rollback", "--yes", "--hosts", "h3")).contains("rolled back");
        assertThat(lab.on("h3", SNAPSHOT)).isEqualTo(before);
        lab.on("h3", "sleep 3");
        assertThat(lab.on("h3", SNAPSHOT)).isEqualTo(before);
    }

    @Test
    void aFileForNetplanIsSaidToTakeEffectLater() {
        String text = lab().intent();
        int rails = text.indexOf("rails:\n");
        String cluster =
                lab().write(
                                "file.yaml",
                                text.substring(0, rails)
                                        + """
                                        hosts:
                                          h4:
                                            address: "10.77.0.4"
                                        host-policy:
                                          files:
                                            - path: /etc/netplan/50-rails.yaml
                                              mode: "0600"
                                              content: |
                                                network: {version: 2, renderer: networkd}
                                        """);
        assertThat(oneLine(lab().ok("plan", "--hosts", "h4", "-c", cluster)))
                .contains("takes effect with the next «netplan apply» or restart, not now");
        lab().ok("apply", "--yes", "--hosts", "h4", "-c", cluster);
        // Written, and nothing of it is in force: the next change of netplan brings it about.
        assertThat(oneLine(lab().run(Exit.OK, "plan", "--hosts", "h4", "--only", "netplan")))
                .contains("was edited and not applied: what it now says of eth0, eth1, eth2");
        revertsByItself("h4", "cluster.yaml", "--only", "netplan");
        lab().ok("rollback", "--yes", "--hosts", "h4", "-c", cluster);
    }
}
