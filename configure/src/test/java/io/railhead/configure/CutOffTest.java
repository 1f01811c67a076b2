package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Transport;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Changes that really cut SSH off, over a real sshd and a switch that carries 1500 bytes: each is
/// taken back by the machine itself, and apply says what was changed and what no longer worked.
@Tag("root")
class CutOffTest {
    private static final int WITHIN = 4;

    @TempDir Path folder = Path.of("/nowhere");
    private WiredMachine wired;
    private Machine machine;
    private Transport transport;
    private Bench bench;

    @BeforeEach
    void start() {
        wired = WiredMachine.start(folder.resolve("home"));
        machine = wired.machine;
        transport = wired.transport();
        bench = new Bench(transport, folder.resolve("journal"));
        bench.within = WITHIN;
    }

    @AfterEach
    void stop() {
        if (transport != null) {
            transport.close();
        }
        if (wired != null) {
            wired.close();
        }
    }

    /// Applies what cuts the machine off, and gives what apply says about it.
    private String cutOff(Cluster cluster, String resource) {
        Prepared prepared = bench.plan(cluster);
        assertThat(prepared.plan().changes())
                .filteredOn(c -> c.change().resource().equals(resource))
                .as("%s", prepared.plan())
                .extracting(c -> c.change().risk())
                .containsExactly(Risk.MAY_DISCONNECT);
        List<String> before = machine.snapshot();
        HostOutcome outcome = bench.apply(prepared).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .startsWith("no fresh connection worked within 4 s of changing ")
                .contains(resource)
                .endsWith(
                        "; the host took the run back by itself and everything is as it was"
                                + " before");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/state"))
                .startsWith(
                        "reverted not confirmed over a fresh connection within 4 s after changing "
                                + resource);
        // Reached as before, and planned as before.
        assertThat(bench.plan(cluster).plan().changes())
                .extracting(c -> c.change().resource())
                .contains(resource);
        System.out.println(outcome.why());
        return outcome.why();
    }

    @Test
    void aWrongAddressOnTheManagementPort() {
        // The controller's own: the machine answers itself from then on.
        String why =
                cutOff(
                        wired.reached(
                                World.cluster("rail rail0 mgmt0 10.99.0.2/24 1500\nnetplan off\n")),
                        "address:mgmt0/10.99.0.2");
        assertThat(why).contains("address:mgmt0/10.99.0.2 (to 10.99.0.2/24)");
    }

    @Test
    void anMtuThatThePathDoesNotCarry() {
        wired.controlling("ip link set ctl0 mtu 9000");
        String why =
                cutOff(
                        wired.reached(
                                World.cluster("rail rail0 mgmt0 10.99.0.1/24 9000\nnetplan off\n")),
                        "link-mtu:mgmt0");
        assertThat(why)
                .contains("link-mtu:mgmt0 (1500 to 9000)")
                .contains(
                        "the login works, but an answer of 64 KiB does not arrive: large packets"
                                + " are lost on the way");
    }

    @Test
    void anMtuBelowWhatTheConnectionNeeds() {
        // IPv6 ends below 1280 bytes, and the kernel takes the addresses and routes away with it.
        machine.sh("ip -6 addr add fd00:99::1/64 dev mgmt0 nodad");
        machine.sh("ip -6 route add fd00:77::/64 via fd00:99::2 dev mgmt0 metric 77");
        wired.controlling("ip -6 addr add fd00:99::2/64 dev ctl0 nodad");
        Cluster v4 =
                wired.reached(World.cluster("rail rail0 mgmt0 10.99.0.1/24 1200\nnetplan off\n"));
        Cluster v6 = at("fd00:99::1", v4);
        String routes = machine.sh("ip -6 route show dev mgmt0 | grep fd00 | sort");
        assertThat(cutOff(v6, "link-mtu:mgmt0")).contains("link-mtu:mgmt0 (1500 to 1200)");
        assertThat(machine.sh("ip -6 route show dev mgmt0 | grep fd00 | sort")).isEqualTo(routes);
    }

    @Test
    void keysOfOthersInThePlaceOfTheOneThatLogsIn() {
        cutOff(
                wired.reached(
                        World.cluster(
                                "file /tmp/ssh/authorized_keys 0600 root root ssh-ed25519 AAAA"
                                        + " ann\\n\nnetplan off\n")),
                "file:/tmp/ssh/authorized_keys");
    }

    @Test
    void whatSshdOrSudoDoNotTakeIsTakenBackAtOnce() {
        assumeTrue(machine.begin("command -v visudo").exitCode() == 0, "needs sudo");
        machine.sh(
                "grep -q '^Include /etc/ssh/sshd_config.d' /etc/ssh/sshd_config || echo 'Include"
                        + " /etc/ssh/sshd_config.d/*.conf' >>/etc/ssh/sshd_config");
        for (String[] wrong :
                new String[][] {
                    {"/etc/ssh/sshd_config.d/50-x.conf", "sshd -t does not take it: "},
                    {"/etc/sudoers.d/50-x", "visudo -c does not take it: "}
                }) {
            List<String> before = machine.snapshot();
            HostOutcome outcome =
                    bench.apply(
                                    wired.reached(
                                            World.cluster(
                                                    "file "
                                                            + wrong[0]
                                                            + " 0440 root root Nonsense"
                                                            + " yes\\n\nnetplan off\n")))
                            .hosts()
                            .getFirst();
            assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
            assertThat(outcome.why()).contains(wrong[1]).contains(wrong[0]);
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    /// A command over SSH needs no login shell, so the fresh connection would not see it.
    @Test
    void whatEndsEveryLoginShellIsTakenBackAtOnce() {
        List<String> before = machine.snapshot();
        HostOutcome outcome =
                bench.apply(
                                wired.reached(
                                        World.cluster(
                                                "file /etc/profile.d/zz-site.sh 0644 root root"
                                                        + " exit 3\\n\nnetplan off\n")))
                        .hosts()
                        .getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .contains("a login shell (sh -l) ends before its first command")
                .contains("/etc/profile.d/zz-site.sh");
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    /// The cluster, its host reached at another address.
    private static Cluster at(String address, Cluster cluster) {
        return cluster.only(
                cluster.hosts().stream()
                        .map(
                                h ->
                                        new Host(
                                                h.name(),
                                                address,
                                                h.login(),
                                                h.bmc(),
                                                h.rails(),
                                                h.gpus(),
                                                h.policy(),
                                                h.hypervisor(),
                                                h.line()))
                        .toList());
    }

    /// Everybody else on the path sends packets of 9000 bytes.
    private Cluster onAPathOf9000(int mtu) {
        wired.switching("for i in sw0 sw1 br0; do ip link set $i mtu 9000; done");
        wired.controlling("ip link set ctl0 mtu 9000");
        wired.controlling("ip -6 addr add fd00:99::2/64 dev ctl0 nodad");
        machine.sh("ip link set mgmt0 mtu 9000; ip -6 addr add fd00:99::1/64 dev mgmt0 nodad");
        return wired.reached(
                World.cluster("rail rail0 mgmt0 10.99.0.1/24 %d\nnetplan off\n".formatted(mtu)));
    }

    /// TCP takes the smaller of what both ends announce, so that a new connection never carries a
    /// larger packet than the end with the smaller MTU takes: below the path's, an MTU does not
    /// cut.
    @ParameterizedTest
    @ValueSource(ints = {1280, 576})
    void anMtuBelowThePathsDoesNotCutSshOverIpv4(int mtu) {
        Cluster cluster = onAPathOf9000(mtu);
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(machine.sh("cat /sys/class/net/mgmt0/mtu")).isEqualTo(mtu + "\n");
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
    }

    @Test
    void anMtuOf1280BelowThePathsDoesNotCutSshOverIpv6() {
        Cluster cluster = at("fd00:99::1", onAPathOf9000(1280));
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
    }

    @Test
    void anMtuOf576CutsSshOverIpv6AndIsTakenBack() {
        assertThat(cutOff(at("fd00:99::1", onAPathOf9000(576)), "link-mtu:mgmt0"))
                .contains("link-mtu:mgmt0 (9000 to 576)");
    }

    @Test
    void aFirewallThatLeavesSshOut() {
        assumeTrue(machine.begin("command -v nft").exitCode() == 0, "needs nftables");
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(
                new Scripted(
                        "firewall",
                        Risk.MAY_DISCONNECT,
                        "/srv/firewall-is-on",
                        """
                        nft -f - <<'EOS'
                        table inet filter {
                            chain input {
                                type filter hook input priority 0; policy drop;
                                iif lo accept
                                tcp dport 443 accept
                            }
                        }
                        EOS""",
                        "nft delete table inet filter 2>/dev/null || :",
                        ""));
        bench.resources = new Resources(resources);
        cutOff(wired.reached(World.cluster("netplan off\n")), "scripted:firewall");
        assertThat(machine.sh("nft list ruleset")).isEmpty();
    }

    @Test
    void reversePathsThatAreNowChecked() {
        // What comes in by mgmt0 is answered by mgmt1: strict reverse path filtering drops it.
        wired.switching(
                "ip link add sw2 type veth peer name mgmt1 netns "
                        + machine.pid()
                        + "; ip link set sw2 master br0; ip link set sw2 up");
        String mac = wired.controllersMac();
        machine.sh(
                """
                echo 0 >/proc/sys/net/ipv4/conf/all/rp_filter
                for i in all mgmt0 mgmt1; do echo 0 >/proc/sys/net/ipv4/conf/$i/rp_filter; done
                echo 8 >/proc/sys/net/ipv4/conf/mgmt1/arp_ignore
                ip link set mgmt1 up
                ip route add 10.99.0.2/32 dev mgmt1 src 10.99.0.1
                ip neigh replace 10.99.0.2 lladdr %s dev mgmt1 nud permanent
                """
                        .formatted(mac));
        cutOff(
                wired.reached(World.cluster("sysctl net.ipv4.conf.all.rp_filter 1\nnetplan off\n")),
                "sysctl:/etc/sysctl.d/99-zz-railhead.conf");
        assertThat(machine.sh("cat /proc/sys/net/ipv4/conf/all/rp_filter")).isEqualTo("0\n");
    }

    /// Force is for what was changed since, and takes no switch away.
    @Test
    void norDoesForceCutOffForGoodAndWhatWasChangedSinceComesBack() {
        wired.controlling("ip addr add 10.97.0.2/24 dev ctl0");
        Cluster cluster =
                wired.reached(
                        World.cluster(
                                """
                                rail rail0 mgmt0 10.97.0.1/24 1500
                                netplan off
                                file /srv/a.conf 0640 root root made\\n
                                """));
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        machine.sh("ip addr del 10.99.0.1/24 dev mgmt0; echo mine >>/srv/a.conf");
        List<String> before = machine.snapshot();
        Cluster moved = at("10.97.0.1", cluster);
        HostOutcome outcome = bench.rollBack(moved, run.run(), true).hosts().getFirst();
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .startsWith(
                        "taking it back was undone: not confirmed over a fresh connection within 4"
                                + " s after changing address:mgmt0/10.97.0.1")
                .endsWith("everything is as it was before the rollback");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("made\nmine\n");
        // Over the address that stays, it goes, and is confirmed.
        machine.sh("ip addr add 10.99.0.1/24 dev mgmt0");
        assertThat(bench.rollBack(cluster, run.run(), true).isGood()).isTrue();
        assertThat(machine.sh("ls /srv; ip -o addr show dev mgmt0")).doesNotContain("a.conf");
        assertThat(bench.events).anyMatch(e -> e instanceof ApplyEvent.Confirming);
    }

    @Test
    void whatIsBrokenIsTakenBackWithoutTheSwitchOnlyWhereThatIsAskedFor() {
        Cluster cluster =
                wired.reached(World.cluster("rail rail0 mgmt0 10.97.0.1/24 1500\nnetplan off\n"));
        List<String> before = machine.snapshot();
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        machine.sh("echo broken by a test >/var/lib/railhead/runs/" + run.run() + "/state");
        for (boolean force : new boolean[] {false, true}) {
            HostOutcome refused = bench.rollBack(cluster, run.run(), force).hosts().getFirst();
            assertThat(refused.state()).as("%s", refused).isEqualTo(HostOutcome.State.REFUSED);
            assertThat(refused.why()).contains("is broken", "--without-switch");
        }
        assertThat(machine.snapshot()).isNotEqualTo(before);
        bench.withoutSwitch = true;
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
    }

    @Test
    void aRollbackThatCutsTheConnectionIsUndoneByItself() {
        // The run gives the address by which the machine is reached later.
        wired.controlling("ip addr add 10.97.0.2/24 dev ctl0");
        Cluster cluster =
                wired.reached(World.cluster("rail rail0 mgmt0 10.97.0.1/24 1500\nnetplan off\n"));
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        machine.sh("ip addr del 10.99.0.1/24 dev mgmt0");
        List<String> before = machine.snapshot();
        Cluster moved = at("10.97.0.1", cluster);
        HostOutcome outcome = bench.rollBack(moved, run.run(), false).hosts().getFirst();
        System.out.println(outcome.why());
        assertThat(outcome.state()).as("%s", outcome).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(outcome.why())
                .startsWith(
                        "taking it back was undone: not confirmed over a fresh connection within 4"
                                + " s after changing address:mgmt0/10.97.0.1")
                .endsWith("everything is as the run had made it");
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/state"))
                .startsWith("done a rollback took itself back: not confirmed");
        // Over the address that stays, it goes.
        machine.sh("ip addr add 10.99.0.1/24 dev mgmt0");
        assertThat(bench.rollBack(cluster, run.run(), false).isGood()).isTrue();
        assertThat(machine.sh("ip -o addr show dev mgmt0")).doesNotContain("10.97.0.1");
    }
}
