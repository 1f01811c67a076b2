package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.configure.Item;
import io.railhead.configure.Resources;
import io.railhead.intent.ClusterReader;
import io.railhead.intent.Result;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every wish of an example is taken up by a resource: a key that reads well and that nothing on a
/// host comes of would be a promise not kept.
class ExamplesWantTest {
    /// Kinds of things that the hosts of an example get or are looked at for.
    private static final Map<String, Set<String>> KINDS =
            Map.of(
                    "v100-pair",
                    Set.of(
                            "modules",
                            "package",
                            "address",
                            "cloud-init-network",
                            "governor",
                            "hosts",
                            "limits",
                            "link-mtu",
                            "mpi-hostfile",
                            "nccl",
                            "netplan",
                            "rail-arp",
                            "ssh-trust",
                            "unit"),
                    "bare-metal-v100",
                    Set.of(
                            "modules",
                            "package",
                            "address",
                            "cloud-init-network",
                            "governor",
                            "hosts",
                            "limits",
                            "nccl",
                            "netplan",
                            "rail-arp",
                            "ssh-trust",
                            "unit"),
                    "dgx-spark-pair",
                    Set.of(
                            "package",
                            "hosts",
                            "limits",
                            "link-down",
                            "link-mtu",
                            "mpi-hostfile",
                            "nccl",
                            "netplan",
                            "rail-arp",
                            "ssh-trust",
                            "sysctl",
                            "unit"),
                    "lossless-eight-vms",
                    Set.of(
                            "package",
                            "hosts",
                            "limits",
                            "mpi-hostfile",
                            "netplan",
                            "rail-route",
                            "ssh-trust"),
                    "gpt2-pair",
                    Set.of(
                            "package",
                            "hosts",
                            "limits",
                            "netplan",
                            "rail-route",
                            "shm",
                            "ssh-trust"));

    private static Cluster example(String name) throws IOException {
        Path file = Path.of("../examples", name, "cluster.yaml");
        Result result = ClusterReader.read("cluster.yaml", Files.readString(file), "/home/op");
        return ((Result.Accepted) result).cluster();
    }

    private static Stream<Item> items(Cluster cluster, Host host) {
        return Resources.installed().all().stream()
                .flatMap(resource -> resource.wanted(cluster, host).stream());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v100-pair",
                "bare-metal-v100",
                "dgx-spark-pair",
                "lossless-eight-vms",
                "gpt2-pair"
            })
    void everyHostGetsWhatItsExampleSays(String name) throws IOException {
        Cluster cluster = example(name);
        for (Host host : cluster.hosts()) {
            Set<String> kinds = new TreeSet<>();
            Map<String, Integer> ids = new TreeMap<>();
            items(cluster, host)
                    .forEach(
                            item -> {
                                kinds.add(item.kind());
                                ids.merge(item.id(), 1, Integer::sum);
                                assertThat(item.why()).as(item.id()).contains("cluster.yaml");
                            });
            assertThat(kinds).as(host.name()).containsAll(KINDS.getOrDefault(name, Set.of("none")));
            assertThat(ids.values()).as("%s: each thing once", host.name()).containsOnly(1);
        }
    }
}
