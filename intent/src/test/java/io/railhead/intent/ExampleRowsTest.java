package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.SoftwarePolicy;
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What the guides of the reference labs do by hand on a host stands in the example of that lab,
/// with the corrections. Names of rows as in the coverage list.
class ExampleRowsTest {
    private static final PackageState PRESENT =
            new PackageState(true, Optional.empty(), Optional.empty());
    private static final PackageState ABSENT =
            new PackageState(false, Optional.empty(), Optional.empty());

    private static Cluster example(String name) throws IOException {
        return ClusterReaderTest.accepted(
                Files.readString(Path.of("../examples", name, "cluster.yaml")));
    }

    /// What its first host should be like.
    private static HostPolicy policy(String name) throws IOException {
        return example(name).hosts().getFirst().policy();
    }

    private static Optional<Unit> unit(HostPolicy policy, String name) {
        return policy.software().units().stream().filter(u -> u.name().equals(name)).findFirst();
    }

    @Test
    void a01D29BothRailsOfThePairHaveAnAddressMtu9000AndPersist() throws IOException {
        for (String name : List.of("v100-pair", "bare-metal-v100")) {
            Cluster cluster = example(name);
            assertThat(cluster.hosts())
                    .allSatisfy(
                            h -> {
                                assertThat(h.policy().netplan()).isTrue();
                                assertThat(h.policy().network().railArp()).isTrue();
                                assertThat(h.rails())
                                        .extracting(RailPort::interfaceName, RailPort::mtu)
                                        .containsExactly(
                                                tuple("ens6", 9000), tuple("ens6d1", 9000));
                            });
            assertThat(cluster.hosts().getLast().rails())
                    .extracting(RailPort::cidr)
                    .containsExactly("10.0.1.2/24", "10.0.0.2/24");
        }
    }

    @Test
    void a07TheGovernorIsPerformance() throws IOException {
        assertThat(policy("v100-pair").governor()).contains("performance");
        assertThat(policy("bare-metal-v100").governor()).contains("performance");
    }

    @Test
    void a27EachRailHasItsGpuAndNcclTakesBothPorts() throws IOException {
        List<RailPort> ports = example("v100-pair").hosts().getFirst().rails();
        assertThat(ports).extracting(p -> p.gpu().orElse(-1)).containsExactly(0, 1);
        assertThat(ports)
                .extracting(p -> p.rdma().map(Object::toString).orElse(""))
                .containsExactly("mlx4_0/1", "mlx4_0/2");
        assertThat(policy("v100-pair").launch().nccl()).isPresent();
    }

    @Test
    void a48TheServiceThatSetPfcByAScriptIsOutOfTheBoot() throws IOException {
        assertThat(unit(policy("v100-pair"), "roce-qos.service").map(Unit::boot))
                .contains(Boot.DISABLED);
    }

    @Test
    void b02B13NamesAndTrustBetweenTheSparks() throws IOException {
        LaunchPolicy launch = policy("dgx-spark-pair").launch();
        assertThat(launch.hostsFile()).isTrue();
        assertThat(launch.sshTrust().map(LaunchPolicy.SshTrust::user)).contains("root");
        assertThat(launch.mpiHostfile()).contains("/etc/railhead/hostfile");
    }

    @Test
    void b09B10SocketBuffersAndLockedMemory() throws IOException {
        HostPolicy policy = policy("dgx-spark-pair");
        assertThat(policy.sysctl())
                .containsEntry("net.core.rmem_max", "268435456")
                .containsEntry("net.core.wmem_max", "268435456");
        assertThat(policy.memlock()).contains("unlimited");
    }

    @Test
    void b11B18TheMtuIs9000AndKeptByNetworkManager() throws IOException {
        Cluster cluster = example("dgx-spark-pair");
        assertThat(cluster.rails()).extracting(Rail::mtu).containsOnly(9000);
        HostPolicy policy = cluster.hosts().getFirst().policy();
        assertThat(policy.netplan()).isTrue();
        assertThat(policy.network().renderer()).contains(Renderer.NETWORK_MANAGER);
    }

    @Test
    void b19X65UnusedPortsAreDownAndTheTwinIsARail() throws IOException {
        Cluster cluster = example("dgx-spark-pair");
        assertThat(cluster.hosts())
                .allSatisfy(
                        h -> {
                            assertThat(h.policy().network().linksDown())
                                    .containsExactly("enP2p1s0f1np1", "enp1s0f1np1");
                            assertThat(h.port("enp1s0f0np0")).isPresent();
                            assertThat(h.port("enP2p1s0f0np0")).isPresent();
                        });
        assertThat(unit(policy("dgx-spark-pair"), "disable-unused-nics.service").map(Unit::boot))
                .contains(Boot.DISABLED);
    }

    @Test
    void b20B21X66NoModuleAndNoVariableForGpuDirectOnASpark() throws IOException {
        HostPolicy policy = policy("dgx-spark-pair");
        assertThat(unit(policy, "rdma-optimize.service").map(Unit::boot)).contains(Boot.DISABLED);
        assertThat(policy.software().modules()).isEqualTo(SoftwarePolicy.Modules.NONE);
        assertThat(policy.launch().nccl().orElseThrow().environment())
                .doesNotContainKey("NCCL_NET_GDR_LEVEL");
    }

    @Test
    void b29DisplayIsEmptyForWhatMpirunStarts() throws IOException {
        assertThat(example("dgx-spark-pair").jobs().getFirst().environment())
                .containsEntry("DISPLAY", "");
    }

    @Test
    void d09D20D28Packages() throws IOException {
        SoftwarePolicy software = policy("bare-metal-v100").software();
        for (String name :
                List.of(
                        "build-essential",
                        "net-tools",
                        "htop",
                        "nvtop",
                        "ipmitool",
                        "rdma-core",
                        "ibverbs-utils",
                        "perftest")) {
            assertThat(software.packages()).containsEntry(name, PRESENT);
        }
        PackageState pinned =
                new PackageState(true, Optional.of("2.21.5-1+cuda12.4"), Optional.of(true));
        assertThat(software.packages())
                .containsEntry("libnccl2", pinned)
                .containsEntry("libnccl-dev", pinned);
    }

    @Test
    void d10D11CloudInitIsOffAndTheSerialConsoleOn() throws IOException {
        HostPolicy policy = policy("bare-metal-v100");
        assertThat(policy.network().keepCloudInitOff()).isTrue();
        assertThat(unit(policy, "serial-getty@ttyS1.service"))
                .contains(
                        new Unit(
                                "serial-getty@ttyS1.service",
                                Optional.empty(),
                                Boot.ENABLED,
                                Optional.of(true)));
    }

    @Test
    void d23D27X54TrustAndNcclWithoutAGidIndex() throws IOException {
        for (String name : List.of("v100-pair", "bare-metal-v100")) {
            LaunchPolicy launch = policy(name).launch();
            assertThat(launch.sshTrust()).isPresent();
            assertThat(launch.nccl().orElseThrow().environment())
                    .containsEntry("NCCL_NET", "IB")
                    .containsEntry("NCCL_DEBUG", "INFO")
                    .doesNotContainKey("NCCL_IB_GID_INDEX");
        }
    }

    @Test
    void x53X57NoSubnetManagerAndTheModulesRoceNeeds() throws IOException {
        for (String name :
                List.of("v100-pair", "bare-metal-v100", "lossless-eight-vms", "gpt2-pair")) {
            assertThat(policy(name).software().packages()).containsEntry("opensm", ABSENT);
        }
        assertThat(policy("v100-pair").software().modules().load())
                .contains("ib_uverbs", "rdma_ucm")
                .doesNotContain("ib_umad", "nv_peer_mem");
    }

    @Test
    void theTwoVlansOfTheVirtualMachinesAreRoutedToEachOther() throws IOException {
        Cluster cluster = example("lossless-eight-vms");
        assertThat(cluster.rails())
                .allSatisfy(
                        rail -> {
                            assertThat(rail.subnet().contains(rail.gateway().orElse(""))).isTrue();
                            assertThat(rail.routes())
                                    .containsExactlyElementsOf(
                                            cluster.rails().stream()
                                                    .filter(r -> !r.equals(rail))
                                                    .map(Rail::subnet)
                                                    .toList());
                        });
    }
}
