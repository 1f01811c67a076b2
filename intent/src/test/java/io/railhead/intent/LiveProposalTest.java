package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Bandwidth;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.Route;
import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LiveProposalTest {
    private final Facts.Builder facts = Facts.builder();

    private static Source source(String host) {
        return Source.line(host + ": test", 1);
    }

    private void port(String host, int index, String name, int mtu, String... addresses) {
        List<InterfaceAddress> all =
                List.of(addresses).stream()
                        .map(a -> a.split("/"))
                        .map(
                                a ->
                                        new InterfaceAddress(
                                                a[0],
                                                Integer.parseInt(a[1]),
                                                a[0].startsWith("fe80") ? "link" : "global",
                                                false))
                        .toList();
        facts.add(
                host,
                new NetInterface(
                        name,
                        index,
                        mtu,
                        "UP",
                        true,
                        true,
                        "02:00:00:00:00:0" + index,
                        name.equals("lo") ? "loopback" : "ether",
                        Optional.empty(),
                        all,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        List.of(),
                        source(host)));
    }

    private void rdma(String host, String device, int port, String netdev) {
        facts.add(host, new RdmaNetdev(device, port, netdev, true, source(host)));
    }

    private void speed(String host, String name, double gbps) {
        facts.add(
                host,
                new EthtoolLink(
                        name,
                        Optional.of(Bandwidth.gbps(gbps)),
                        Optional.of("Full"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(true),
                        Map.of(),
                        source(host)));
    }

    private static Cluster asked(String... namesAndAddresses) {
        StringBuilder hostfile = new StringBuilder();
        for (String one : namesAndAddresses) {
            hostfile.append(one).append('\n');
        }
        return OpenMpiHostfile.read("h", hostfile.toString()).cluster("cluster.yaml", "lab");
    }

    private String text(Cluster asked) {
        LiveProposal.Proposed proposed = LiveProposal.of(asked, Map.of(), facts.build());
        String text = ClusterWriter.write(proposed.cluster(), proposed.notes());
        assertThat(ClusterReaderTest.accepted(text)).isNotNull();
        return text;
    }

    private void v100(String host, int n) {
        port(host, 1, "lo", 65536, "127.0.0.1/8");
        port(host, 2, "enp5s0", 1500, "10.78.0." + n + "/24", "fe80::1/64");
        port(host, 3, "ens6", 9000, "10.0.1." + n + "/24");
        port(host, 4, "ens6d1", 9000, "10.0.0." + n + "/24");
        port(host, 5, "docker0", 1500, "172.17.0.1/16");
        rdma(host, "mlx4_0", 1, "ens6");
        rdma(host, "mlx4_0", 2, "ens6d1");
        speed(host, "ens6", 40);
        speed(host, "ens6d1", 40);
        facts.add(
                host,
                new Route(
                        "default",
                        "enp5s0",
                        Optional.of("10.78.0.254"),
                        Optional.empty(),
                        OptionalInt.empty(),
                        "main",
                        source(host)));
        facts.add(
                host,
                new GpuTopology(
                        2,
                        1,
                        Map.of(
                                "GPU0", Map.of("NIC0", "PIX"),
                                "GPU1", Map.of("NIC0", "SYS")),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of("NIC0", "mlx4_0"),
                        source(host)));
    }

    @Test
    void sharedSubnetsBesidesTheManagementNetworkBecomeRails() {
        v100("gpu1", 1);
        v100("gpu2", 2);
        assertThat(text(asked("gpu1", "gpu2")))
                .isEqualTo(
                        """
                        # Written by railhead init from what 2 of 2 machines said.
                        # It says how they are, which may not be how they should be: read it.
                        cluster: lab

                        rails:
                          rail0:
                            subnet: 10.0.1.0/24
                            interface: ens6
                            rdma: mlx4_0/1
                            # guessed: one GPU a rail, in order
                            gpu: 0
                            mtu: 9000
                            speed: 40G
                          rail1:
                            subnet: 10.0.0.0/24
                            interface: ens6d1
                            rdma: mlx4_0/2
                            # guessed: one GPU a rail, in order
                            gpu: 1
                            mtu: 9000
                            speed: 40G

                        hosts:
                          gpu[1-2]:
                            address: "{name}"
                            rails:
                              rail0: 10.0.1.{n}
                              rail1: 10.0.0.{n}
                        """);
    }

    @Test
    void whatDiffersIsDecidedByMostAndSaid() {
        for (int n = 1; n <= 3; n++) {
            String host = "gpu" + n;
            port(host, 2, "eth0", 1500, "10.78.0." + n + "/24");
            port(host, 3, "eth1", n == 2 ? 1500 : 9000, "fd00:1::" + n + "/64");
            speed(host, "eth1", n == 3 ? 25 : 100);
        }
        assertThat(text(asked("10.78.0.1", "10.78.0.2", "10.78.0.3")))
                .contains("add rails: and each host's address on them");
        String text = text(asked("gpu1", "gpu2", "gpu3"));
        assertThat(text)
                .contains("# they differ: 9000 on gpu[1,3], 1500 on gpu2\n    mtu: 9000\n")
                .contains("# they differ: 100G on gpu[1-2], 25G on gpu3\n    speed: 100G\n")
                .contains("# no RDMA device was seen behind these interfaces\n  rail1:\n");
    }

    @Test
    void machinesAskedByAddressGetTheNamesTheyGiveThemselves() {
        for (int n = 1; n <= 2; n++) {
            String host = "10.78.0." + n;
            port(host, 2, "eth0", 1500, host + "/24");
            port(host, 3, "eth1", 9000, "10.0.1." + n + "/24");
            facts.add(host, new HostName("gpu" + n + ".lab", Optional.empty(), source(host)));
        }
        assertThat(text(asked("10.78.0.1", "10.78.0.2")))
                .contains("  gpu[1-2]:\n    address: 10.78.0.{n}\n")
                .contains("rail0: 10.0.1.{n}");
    }

    @Test
    void whatCannotStandTogetherIsLeftOutAndSaid() {
        for (int n = 1; n <= 2; n++) {
            String host = "gpu" + n;
            port(host, 2, "eth0", 1500, "10.78.0." + n + "/24");
            port(host, 3, "eth1", 9000, "10.0.1." + (n == 2 ? 1 : n) + "/24");
            port(host, 4, "eth2", 9000, "10.0.2." + n + "/24");
            port(host, 5, "eth3", 9000, "10.0.2." + (n + 10) + "/24");
            facts.add(
                    host,
                    new Route(
                            "default",
                            "eth0",
                            Optional.empty(),
                            Optional.empty(),
                            OptionalInt.empty(),
                            "main",
                            source(host)));
        }
        facts.unreachable("gpu3", "gpu3: connection refused");
        assertThat(text(asked("gpu1", "gpu2", "gpu3")))
                .contains("# eth1 10.0.1.1 is also the address of another host: left out")
                .contains("# eth3 10.0.2.11 is in the subnet of another of its ports: left out")
                .contains("# eth1 is alone in 10.0.1.0/24: no rail made of it")
                .contains("# not reached: gpu3: connection refused\n  gpu3:");
    }
}
