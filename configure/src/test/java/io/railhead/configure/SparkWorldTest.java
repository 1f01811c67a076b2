package io.railhead.configure;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.model.intent.Cluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `examples/dgx-spark-pair` on a machine as the guide of that lab leaves it: one of the two
/// interfaces of the cable in use, its twin and the second port switched off by a unit at boot, MTU
/// in a netplan file, socket buffers in a file of sysctl.
@Tag("root")
class SparkWorldTest {
    private static final Set<String> KINDS =
            Set.of(
                    "netplan",
                    "netplan-mode",
                    "link-up",
                    "link-down",
                    "link-mtu",
                    "address",
                    "rail-route",
                    "rail-arp",
                    "cloud-init-network",
                    "governor",
                    "shm");

    private static final String AS_THE_GUIDE_LEAVES_IT =
            """
            for p in 0 1; do for d in "" P2; do
                ip link add en${d}p1s0f${p}np$p type veth peer name far$d$p
                ip link set far$d$p up
            done; done
            ip link set enP2p1s0f0np0 mtu 9000 up
            ip addr add 192.168.100.1/24 dev enP2p1s0f0np0
            ip link set enp1s0f1np1 up
            cat >/etc/netplan/90-rdma-mtu.yaml <<'Y'
            network:
              version: 2
              renderer: NetworkManager
              ethernets:
                enP2p1s0f0np0:
                  mtu: 9000
            Y
            chmod 600 /etc/netplan/90-rdma-mtu.yaml
            """;

    @TempDir Path journal;

    private static Cluster example() throws IOException {
        Path file = Path.of("../examples/dgx-spark-pair/cluster.yaml");
        Result result = ClusterReader.read("cluster.yaml", Files.readString(file), "/home/op");
        Cluster all = ((Result.Accepted) result).cluster();
        return all.only(all.hosts().stream().filter(h -> h.name().equals("spark1")).toList());
    }

    @Test
    void bothHalvesOfTheCableComeIntoUseAndOnlyTheSecondPortGoesOff() throws IOException {
        try (Machine machine = Machine.start()) {
            machine.sh(AS_THE_GUIDE_LEAVES_IT);
            List<String> before = machine.snapshot();
            Bench bench = new Bench(machine, journal);
            bench.resources =
                    new Resources(
                            Resources.installed().all().stream()
                                    .filter(r -> KINDS.contains(r.kind()))
                                    .toList());
            Prepared prepared = bench.plan(example());
            assertThat(prepared.plan().obstacles()).isEmpty();
            assertThat(
                            prepared.plan().changes().stream()
                                    .map(c -> c.change().resource())
                                    .collect(Collectors.toSet()))
                    .containsExactlyInAnyOrder(
                            "netplan:/etc/netplan/60-railhead-rails.yaml",
                            "rail-arp:/etc/sysctl.d/99-zy-railhead-rails.conf",
                            "link-up:enp1s0f0np0",
                            "link-mtu:enp1s0f0np0",
                            "address:enp1s0f0np0/192.168.101.1",
                            "link-down:enp1s0f1np1",
                            "link-down:enP2p1s0f1np1");

            RunResult result = bench.apply(prepared);
            assertThat(result.isGood()).as(result.toString()).isTrue();
            machine.sh(
                    """
                    set -e
                    for i in enp1s0f0np0 enP2p1s0f0np0; do
                        ip -o link show $i up | grep -q "mtu 9000"
                    done
                    for i in enp1s0f1np1 enP2p1s0f1np1; do [ -z "$(ip -o link show $i up)" ]; done
                    ip addr show enp1s0f0np0 | grep -q "inet 192.168.101.1/24"
                    ! grep -q peermem -r /etc/modules-load.d /etc/modprobe.d
                    netplan get ethernets.enp1s0f0np0.renderer | grep -qx NetworkManager
                    """);
            assertThat(bench.plan(example()).plan().changes()).isEmpty();
            assertThat(bench.rollBack(example(), result.run(), false).isGood()).isTrue();
            assertThat(machine.snapshot()).isEqualTo(before);
        }
    }

    /// As the guide has it: everything off that carries no address.
    @Test
    void theTwinOfThePortInUseIsNeverSwitchedOff() throws IOException {
        try (Machine machine = Machine.start()) {
            machine.sh(AS_THE_GUIDE_LEAVES_IT + "ip link set enp1s0f0np0 up\n");
            Cluster cluster =
                    World.cluster(
                            """
                            netplan off
                            links-down enp1s0f0np0
                            rail rail0 enP2p1s0f0np0 192.168.100.1/24 9000
                            """);
            Plan plan = new Bench(machine, journal).plan(cluster).plan();
            assertThat(plan.changes()).isEmpty();
            assertThat(plan.obstacles())
                    .singleElement()
                    .satisfies(
                            o ->
                                    assertThat(o.why())
                                            .contains("twin of enP2p1s0f0np0 (rail0)")
                                            .contains("half of its rate is gone"));
        }
    }
}
