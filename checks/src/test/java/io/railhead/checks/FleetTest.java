package io.railhead.checks;

import static io.railhead.checks.Seen.*;
import static io.railhead.checks.SeenLinks.*;
import static io.railhead.checks.SeenRdma.*;
import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Finding;
import io.railhead.model.HostSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// All checks at once over many hosts.
class FleetTest {

    private static World fleet(int hosts) {
        World world = World.of(hosts).wantsGpus(8, "H100");
        for (int i = 1; i <= hosts; i++) {
            String name = World.name(i);
            world.with(
                    name,
                    hostname(name),
                    resolves(name, "10.0.0." + i),
                    kernel("6.8.0-48-generic"),
                    os("ubuntu", "24.04"),
                    clock(0, 5, Optional.of(true)),
                    sessionLimit("memlock", "unlimited", "unlimited"),
                    ethtool("eth1", 100, "Full"),
                    ethtool("eth2", 100, "Full"),
                    driver("eth1", "mlx5_core", "24.10", "28.41.1000 (MT_0000000838)"),
                    rdmaLink("mlx5_0", "eth1"),
                    rdmaLink("mlx5_1", "eth2"),
                    installed("libnccl2", "2.30.7"),
                    installed("iperf3", "3.16"),
                    installed("sockperf", "3.10"),
                    installed("perftest", "24.01"));
            for (int g = 0; g < 8; g++) {
                world.with(name, gpu(g));
            }
        }
        return world;
    }

    @Test
    void oneFaultOnEveryHostIsOneGroupAndOneFindingAHost() {
        World world = fleet(128);
        for (int i = 1; i <= 128; i++) {
            world.with(World.name(i), nic("eth1").mtu(1500).address("10.10.0." + i + "/24"));
        }
        Situation situation = world.situation();
        Report report = Checks.run(situation);
        assertThat(report.findings()).extracting(Finding::code).containsOnly("mtu-mismatch");
        assertThat(report.findings()).hasSize(128);
        List<Ranking.Group> groups =
                Ranking.of(report.findings(), Checks.machines(situation)).groups();
        assertThat(groups).hasSize(1);
        assertThat(groups.getFirst().pattern()).isEqualTo("* eth1");
        assertThat(
                        HostSet.fold(
                                groups.getFirst().findings().stream()
                                        .map(f -> f.subject().split(" ")[0])
                                        .toList()))
                .isEqualTo("gpu[01-128]");
    }

    @Test
    void whatIsNotCheckedGrowsWithTheReasonsAndNotWithTheHosts() {
        int few = Checks.run(fleet(4).situation()).notChecked().size();
        int many = Checks.run(fleet(64).situation()).notChecked().size();
        assertThat(many).isEqualTo(few);
    }

    @Test
    void theOddOneOfManyIsTheOneThatIsNamed() {
        World world =
                fleet(64)
                        .with("gpu17", kernel("6.8.0-45-generic"))
                        .with("gpu40", installed("libnccl2", "2.27.3"));
        Report report = Checks.run(world.situation());
        assertThat(report.findings())
                .extracting(f -> f.code() + " " + f.subject())
                .containsExactly("nccl-version-mismatch gpu40", "kernel-version-differs gpu17");
    }
}
