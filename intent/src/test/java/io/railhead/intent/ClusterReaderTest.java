package io.railhead.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Bandwidth;
import io.railhead.model.Latency;
import io.railhead.model.intent.Bmc;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy.WholeFile;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.SecretRef;
import io.railhead.model.intent.Subnet;
import io.railhead.model.intent.SwitchPort;
import io.railhead.model.intent.SwitchSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClusterReaderTest {

    static Cluster accepted(String text) {
        Result result = ClusterReader.read("cluster.yaml", text, "/home/op");
        assertThat(result.problems()).isEmpty();
        return ((Result.Accepted) result).cluster();
    }

    /// A file with every key in it.
    private static final String WHOLE = whole();

    private static String whole() {
        try {
            return Files.readString(Path.of("src/test/resources/io/railhead/intent/whole.yaml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aKernelSettingHasOneNameWhicheverWayItIsWritten() {
        Cluster cluster =
                accepted(
                        """
                        cluster: a
                        hosts:
                          gpu1:
                            address: 10.1.0.1
                            policy:
                              sysctl: {net.ipv4.conf.eth0/100.arp_ignore: null, net/core/rmem_max: 2}
                        host-policy:
                          sysctl:
                            net/ipv4/conf/eth0.100/arp_ignore: 8
                            net.ipv4.conf.eth0/200.rp_filter: 2
                            net/ipv4/tcp_ecn: 1
                            net.core.rmem_max: 1
                        """);
        assertThat(cluster.hosts().getFirst().policy().sysctl())
                .isEqualTo(
                        Map.of(
                                "net.ipv4.conf.eth0/200.rp_filter", "2",
                                "net.ipv4.tcp_ecn", "1",
                                "net.core.rmem_max", "2"));
    }

    @Test
    void everyDefaultRangeAndTemplateIsResolved() {
        Cluster cluster = accepted(WHOLE);
        assertThat(cluster.name()).isEqualTo("v100-pair");
        assertThat(cluster.lab()).isTrue();
        assertThat(cluster.hosts()).hasSize(65);
        Host gpu = cluster.host("gpu042").orElseThrow();
        assertThat(gpu.address()).isEqualTo("10.1.0.42");
        assertThat(gpu.line()).isEqualTo(7);
        assertThat(gpu.bmc())
                .contains(
                        new Bmc(
                                "10.2.0.142",
                                Optional.of("admin"),
                                Optional.of(new SecretRef.FromEnvironment("BMC_PASSWORD"))));
        assertThat(gpu.gpus()).contains(new Gpus(2, Optional.of("V100")));
        assertThat(gpu.rails())
                .containsExactly(
                        new RailPort(
                                "rail0",
                                "ens6",
                                "10.0.1.42",
                                new Subnet("10.0.1.0", 24),
                                9000,
                                Optional.of(Bandwidth.gbps(40)),
                                Optional.of(new RdmaPort("mlx4_0", 1)),
                                OptionalInt.of(0),
                                Optional.empty()),
                        new RailPort(
                                "rail1",
                                "ens6d1",
                                "fd00:1::2a",
                                new Subnet("fd00:1::", 64),
                                9000,
                                Optional.of(Bandwidth.gbps(40)),
                                Optional.of(new RdmaPort("mlx4_0", 2)),
                                OptionalInt.of(1),
                                Optional.of("leaf1/Ethernet1/42")));
    }

    @Test
    void hostsOverrideWhatTheyInherit() {
        Cluster cluster = accepted(WHOLE);
        assertThat(cluster.host("gpu001").orElseThrow().login())
                .isEqualTo(
                        new Login(
                                Optional.of("root"),
                                22,
                                Optional.of("/home/op/.ssh/id_ed25519"),
                                Optional.empty(),
                                Optional.of("keys"),
                                Optional.empty(),
                                true));
        Host login = cluster.host("login1").orElseThrow();
        assertThat(login.login())
                .isEqualTo(
                        new Login(
                                Optional.of("ops"),
                                2222,
                                Optional.empty(),
                                Optional.of("root@bastion"),
                                Optional.of("keys"),
                                Optional.empty(),
                                false));
        RailPort port = login.rail("rail0").orElseThrow();
        assertThat(port.rdma()).isEmpty();
        assertThat(port.gpu()).isEmpty();
        assertThat(port.interfaceName()).isEqualTo("ens6");
        assertThat(login.rail("rail1")).isEmpty();
        assertThat(login.policy().sysctl())
                .isEqualTo(Map.of("net.ipv4.tcp_rmem", "4096 87380 16777216"));
        assertThat(login.policy().memlock()).contains("67108864");
        assertThat(login.policy().files()).hasSize(1);
        assertThat(cluster.policy().files())
                .containsExactly(new WholeFile("/etc/motd", "hello\n", "0600", "root", "root"));
        assertThat(cluster.policy().timeSkewMillis()).isEqualTo(2000);
        assertThat(cluster.policy().netplan()).isFalse();
    }

    @Test
    void fabricJobsAndLosslessAreRead() {
        Cluster cluster = accepted(WHOLE);
        assertThat(cluster.switches()).hasSize(1);
        assertThat(cluster.switches().getFirst().system()).isEqualTo(SwitchSystem.NXOS);
        assertThat(cluster.switches().getFirst().model()).contains("N9K-C9364C");
        assertThat(cluster.switches().getFirst().ports())
                .hasSize(64)
                .contains(
                        new SwitchPort(
                                "Ethernet1/64",
                                OptionalInt.of(9216),
                                Optional.of(Bandwidth.gbps(40))));
        assertThat(cluster.links())
                .containsExactly(
                        new Link(
                                new Link.End("gpu001", "ens6"),
                                new Link.End("gpu002", "ens6"),
                                Optional.of(new Cable(Cable.Kind.DAC, 2)),
                                Optional.of(Bandwidth.gbps(40)),
                                OptionalInt.of(9000)));
        assertThat(cluster.lossless())
                .contains(
                        new Lossless(
                                3,
                                26,
                                OptionalInt.of(48),
                                OptionalInt.of(6),
                                new Lossless.Ecn.Fixed(150_000, 1_500_000, 10),
                                new Lossless.Sizing(
                                        OptionalInt.of(60),
                                        OptionalInt.of(7),
                                        Optional.of(Latency.micros(12.5)),
                                        OptionalDouble.of(3))));
        assertThat(cluster.jobs()).hasSize(1);
        assertThat(cluster.jobs().getFirst().hosts()).hasSize(8).contains("gpu008");
        assertThat(cluster.jobs().getFirst().gpusPerHost()).isEqualTo(2);
        assertThat(cluster.jobs().getFirst().environment())
                .isEqualTo(Map.of("NCCL_DEBUG", "INFO", "N", "8"));
    }

    @Test
    void aHostFileOfTwoLinesIsEnough() {
        Cluster cluster = accepted("cluster: a\nhosts: {gpu1: {address: 10.1.0.1}}\n");
        assertThat(cluster.hosts().getFirst().login()).isEqualTo(Login.DEFAULT);
        assertThat(cluster.hosts().getFirst().policy()).isEqualTo(cluster.policy());
        assertThat(cluster.hosts().getFirst().rails()).isEmpty();
    }

    @Test
    void railsMayBeRangesToo() {
        Cluster cluster =
                accepted(
                        """
                        cluster: h100
                        rails:
                          rail[0-7]: {subnet: "10.{r+100}.0.0/16", interface: "ens{r}", rdma: "mlx5_{r}", gpu: "{r}"}
                        hosts:
                          gpu[1-32]:
                            address: 10.1.0.{n}
                            rails:
                              rail[0-7]: 10.{r+100}.{i/16}.{i%16+1}
                        """);
        RailPort port = cluster.host("gpu32").orElseThrow().rail("rail7").orElseThrow();
        assertThat(port.address()).isEqualTo("10.107.1.16");
        assertThat(port.interfaceName()).isEqualTo("ens7");
        assertThat(port.rdma()).contains(new RdmaPort("mlx5_7", 1));
        assertThat(port.gpu()).hasValue(7);
    }

    @Test
    void virtualMachinesOfOneHypervisorShareASwitchPort() {
        Cluster cluster =
                accepted(
                        """
                        cluster: vms
                        rails:
                          rail0: {subnet: 10.0.1.0/24, interface: ens192}
                        hosts:
                          vm[1-2]:
                            address: 10.1.0.{n}
                            hypervisor: esx1
                            rails:
                              rail0: {address: "10.0.1.{n}", switch-port: leaf1/Ethernet1/1/1}
                        switches:
                          leaf1: {system: nxos, address: 10.1.9.1}
                        """);
        assertThat(cluster.hosts()).extracting(Host::hypervisor).containsOnly(Optional.of("esx1"));
    }

    @Test
    void aLoginOverARailIsOnlyAWarning() {
        Result result =
                ClusterReader.read(
                        "cluster.yaml",
                        """
                        cluster: a
                        rails: {rail0: {subnet: 10.0.1.0/24, interface: ens6}}
                        hosts: {gpu1: {address: 10.0.1.1, rails: {rail0: 10.0.1.1}}}
                        """);
        assertThat(result).isInstanceOf(Result.Accepted.class);
        assertThat(result.problems())
                .extracting(Problem::text)
                .containsExactly(
                        "cluster.yaml:3:50: warning: hosts.gpu1.rails.rail0: 10.0.1.1 is both where"
                                + " gpu1 is logged in to and its rail port (name a management"
                                + " address if there is one: changing this port can cut the"
                                + " connection)");
    }

    @Test
    void tenThousandHostsAreRead() {
        StringBuilder text =
                new StringBuilder(
                        """
                        cluster: large
                        rails:
                          rail0: {subnet: 10.0.0.0/8, interface: ens6, rdma: mlx5_0/1, gpu: 0}
                          rail1: {subnet: 172.16.0.0/12, interface: ens7, rdma: mlx5_1/1, gpu: 1}
                        hosts:
                        """);
        for (int i = 0; i < 10_000; i++) {
            String low = (i / 250) + "." + (i % 250 + 1);
            text.append("  gpu" + i + ":\n    address: 192.168." + low + "\n    rails:\n");
            text.append("      rail0: 10.1." + low + "\n      rail1: 172.16." + low + "\n");
        }
        List<Host> hosts = accepted(text.toString()).hosts();
        assertThat(hosts).hasSize(10_000);
        assertThat(hosts.getLast().rails().getLast().address()).isEqualTo("172.16.39.250");
    }
}
