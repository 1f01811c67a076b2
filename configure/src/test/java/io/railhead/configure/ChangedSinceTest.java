package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What counts as changed since a run: what the run declared, and nothing that is not there any
/// more. What cannot be taken back has its reason in words.
@Tag("root")
class ChangedSinceTest {
    private static final String LINKS =
            """
            rail rail0 eth1 10.78.0.1/24 9000 via 10.78.0.254 to 10.100.0.0/16
            rail rail1 eth0 10.99.0.1/24 9000
            rail-arp
            links-down eth2
            file /srv/a.conf 0640 root root hello\\n
            """;

    @TempDir Path journal;
    private Machine machine;
    private Bench bench;

    @BeforeEach
    void start() {
        machine = Machine.start();
        bench = new Bench(machine, journal);
    }

    @AfterEach
    void stop() {
        if (machine != null) {
            machine.close();
        }
    }

    private void gone(boolean force) {
        Cluster cluster = World.cluster(LINKS);
        String files =
                "cd /etc; find netplan sysctl.d -type f -exec sha256sum {} +; ls -A /srv netplan;"
                        + " ip -4 rule; cat /proc/sys/net/ipv4/conf/eth0/arp_ignore;"
                        + " ip -o link show eth0 | grep -o 'mtu [0-9]*'";
        String before = machine.sh(files);
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        assertThat(machine.sh(files)).isNotEqualTo(before).contains("mtu 9000");
        machine.sh("ip link del eth1; ip link del eth2");
        RunResult back = bench.rollBack(cluster, run.run(), force);
        assertThat(back.isGood()).as("%s", back).isTrue();
        assertThat(machine.sh(files)).isEqualTo(before);
        assertThat(machine.sh("cat /var/lib/railhead/runs/*/state")).isEqualTo("rolled-back\n");
    }

    @Test
    void anInterfaceThatIsGoneHasNothingToBeGivenBackAndIsNoChange() {
        gone(false);
    }

    @Test
    void norDoesItBreakAForcedRollback() {
        gone(true);
    }

    @Test
    void anInterfaceThatOthersChangedIsAChange() {
        Cluster cluster = World.cluster(LINKS);
        RunResult run = bench.apply(cluster);
        machine.sh("ip link set eth1 mtu 4000; ip link set eth2 up");
        HostOutcome refused = bench.rollBack(cluster, run.run(), false).hosts().getFirst();
        assertThat(refused.why())
                .contains("link-mtu:eth1", "link-down:eth2")
                .contains("changed since the run");
    }

    @Test
    void whatDoesNotComeBackIsSaidInWordsThoughNothingFailed() {
        List<Resource> resources = new ArrayList<>(Resources.installed().all());
        resources.add(new Quiet());
        bench.resources = new Resources(resources);
        Cluster cluster = World.cluster("netplan off\nfile /srv/a.conf 0640 root root hello\\n\n");
        RunResult run = bench.apply(cluster);
        assertThat(run.isGood()).as("%s", run).isTrue();
        HostOutcome kept = bench.rollBack(cluster, run.run(), false).hosts().getFirst();
        assertThat(kept.state()).isEqualTo(HostOutcome.State.REVERTED);
        assertThat(kept.why())
                .contains("quiet:q does not read back as before: mark is present, was absent");
        assertThat(machine.sh("cat /srv/a.conf")).isEqualTo("hello\n");
        HostOutcome broken = bench.rollBack(cluster, run.run(), true).hosts().getFirst();
        assertThat(broken.state()).isEqualTo(HostOutcome.State.BROKEN);
        assertThat(broken.why())
                .startsWith("not as it was: quiet:q: mark is present, was absent")
                .contains("see /var/lib/railhead/runs/" + run.run());
        assertThat(machine.sh("ls /srv")).isEqualTo("quiet\n");
        // Once it can be, it is taken back.
        machine.sh("rm /srv/quiet");
        assertThat(bench.rollBack(cluster, run.run(), true).isGood()).isTrue();
    }

    /// Says that it was taken back, and was not.
    private static final class Quiet implements Resource {
        private final Scripted scripted =
                new Scripted("q", Risk.LOW, "/srv/quiet", "true", "exit 0", "");

        @Override
        public String kind() {
            return "quiet";
        }

        @Override
        public int order() {
            return scripted.order();
        }

        @Override
        public List<Item> wanted(Cluster cluster, io.railhead.model.intent.Host host) {
            return List.of(new Item(host.name(), kind(), "q", new java.util.TreeMap<>(), "a test"));
        }

        @Override
        public String observe(Item item) {
            return scripted.observe(item);
        }

        @Override
        public java.util.Optional<io.railhead.model.Change> diff(Item item, Observed is) {
            return scripted.diff(item, is);
        }

        @Override
        public Steps steps(Item item, Observed is) {
            return scripted.steps(item, is);
        }
    }
}
