package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("root")
class ApplyTest {
    private static final String ALL =
            """
            rail rail0 eth1 10.78.0.1/24 9000
            rail rail1 eth2 10.78.1.1/24 9000
            sysctl net.ipv4.ip_default_ttl 65
            file /srv/app/a.conf 0640 root root hello\\n
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

    @Test
    void aHostIsMadeAsWantedOnceAndTakenBackWhole() {
        Cluster cluster = World.cluster(ALL);
        List<String> before = machine.snapshot();
        Prepared first = bench.plan(cluster);
        assertThat(first.plan().obstacles()).isEmpty();
        assertThat(first.plan().changes())
                .extracting(c -> c.change().resource())
                .containsExactly(
                        "file:/srv/app/a.conf",
                        "sysctl:/etc/sysctl.d/99-zz-railhead.conf",
                        "netplan:/etc/netplan/60-railhead-rails.yaml",
                        "link-mtu:eth1",
                        "link-mtu:eth2",
                        "address:eth1/10.78.0.1",
                        "address:eth2/10.78.1.1");
        assertThat(first.plan().changes().get(3).change().risk()).isEqualTo(Risk.DISRUPTIVE);
        RunResult result = bench.apply(first);
        assertThat(result.hosts())
                .extracting(HostOutcome::state)
                .as(result.toString())
                .containsExactly(HostOutcome.State.DONE);
        assertThat(machine.sh("cat /srv/app/a.conf; cat /proc/sys/net/ipv4/ip_default_ttl"))
                .isEqualTo("hello\n65\n");
        assertThat(machine.sh("ip -o link show eth1; ip -o addr show eth1"))
                .contains("mtu 9000")
                .contains("10.78.0.1/24");
        assertThat(bench.plan(cluster).plan().changes()).isEmpty();
        RunResult back = bench.rollBack(cluster, result.run(), false);
        assertThat(back.isGood()).as(back.toString()).isTrue();
        assertThat(machine.snapshot()).isEqualTo(before);
        assertThat(bench.rollBack(cluster, result.run(), false).hosts())
                .extracting(HostOutcome::state)
                .containsExactly(HostOutcome.State.NOTHING_TO_DO);
    }
}
