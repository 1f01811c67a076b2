package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// RDMA verbs measured between two virtual machines with a kernel of their own, and faults found.
/// Soft-RoCE under emulation is slow and loses packets: few messages, a time limit, one retry (the
/// lab's own), and never a speed.
@Tag("lab")
@Timeout(value = 12, unit = TimeUnit.MINUTES)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RdmaLabTest {
    private static final List<String> FEW =
            List.of("--quick", "--rail", "rail0", "--time", "2", "--iterations", "40");

    @TempDir static Path directory = Path.of("/nowhere");
    private static Optional<LabRig> raised = Optional.empty();

    @BeforeAll
    static void raise() {
        raised = Optional.of(LabRig.raise(directory, "rdma", HostKind.VIRTUAL, 2));
    }

    @AfterAll
    static void remove() {
        raised.ifPresent(LabRig::close);
    }

    private static LabRig lab() {
        return raised.orElseThrow();
    }

    private record Ran(int status, JsonNode run, String said) {}

    private static Ran bench(String what, String... more) {
        List<String> words =
                new java.util.ArrayList<>(
                        List.of("bench", what, "-c", "cluster.yaml", "--format", "json"));
        words.addAll(FEW);
        words.addAll(List.of(more));
        TestConsole terminal = lab().console();
        int status = terminal.run(words.toArray(String[]::new));
        return new Ran(status, new ObjectMapper().readTree(terminal.out()), terminal.err());
    }

    private static List<JsonNode> values(Ran ran, String metric, String statistic) {
        return ran.run().path("measurements").values().stream()
                .filter(m -> m.path("metric").asString().equals(metric))
                .filter(m -> m.path("statistic").asString().equals(statistic))
                .toList();
    }

    @Test
    @Order(1)
    void verbsAreMeasuredBetweenTheHostsUnderTheConditionsThatWereRead() {
        Ran ran = bench("rdma", "--verbs", "write,read", "--sizes", "16k", "--qps", "2");
        assertThat(ran.run().path("failures")).as(ran.said()).isEmpty();
        assertThat(ran.status()).as(ran.said()).isEqualTo(Exit.OK);
        List<JsonNode> bandwidths = values(ran, "rdma.bandwidth", "mean");
        assertThat(bandwidths).hasSize(4);
        assertThat(bandwidths)
                .allSatisfy(
                        m -> {
                            assertThat(m.path("value").asDouble()).isPositive();
                            assertThat(m.path("unit").asString()).isEqualTo("bit/s");
                            JsonNode c = m.path("conditions");
                            assertThat(c.path("path-mtu").asString()).isEqualTo("4096");
                            assertThat(c.path("message").asString()).isEqualTo("16384");
                            assertThat(c.path("qps").asString()).isEqualTo("2");
                            assertThat(m.path("expectation").path("why").asString())
                                    .contains("soft-RoCE");
                        });
        assertThat(values(ran, "rdma.latency", "p50"))
                .extracting(m -> m.path("conditions").path("trip").asString())
                .contains("half", "full");
        assertThat(values(ran, "rdma.path-mtu", "min"))
                .allSatisfy(m -> assertThat(m.path("verdict").asString()).isEqualTo("met"));
        assertThat(
                        lab().on("h1", "ps -e -o comm= | grep -cE '^ib_(write|read|send)_' || true")
                                .strip())
                .isEqualTo("0");
        assertThat(
                        lab().on("h2", "ps -e -o comm= | grep -cE '^ib_(write|read|send)_' || true")
                                .strip())
                .isEqualTo("0");
    }

    @Test
    @Order(2)
    void bothHostsAreLoadedByRdmaAtOnceWithTheLatencyOfTheSameClassBeside() {
        TestConsole terminal = lab().console();
        int status =
                terminal.run(
                        "bench",
                        "saturate",
                        "-c",
                        "cluster.yaml",
                        "--rail",
                        "rail0",
                        "--pattern",
                        "all-to-all",
                        "--size",
                        "16k",
                        "--time",
                        "5",
                        "--format",
                        "json");
        Ran ran = new Ran(status, new ObjectMapper().readTree(terminal.out()), terminal.err());
        assertThat(ran.run().path("failures")).as(ran.said()).isEmpty();
        assertThat(values(ran, "saturate.flow.bandwidth", "mean"))
                .hasSize(2)
                .allSatisfy(
                        m -> {
                            assertThat(m.path("conditions").path("traffic").asString())
                                    .isEqualTo(
                                            "2 flows between 2 hosts, each RDMA write of 16384 B, 1"
                                                    + " QP, depth 4");
                            assertThat(m.path("expectation").path("why").asString())
                                    .contains("soft-RoCE");
                        });
        assertThat(values(ran, "saturate.latency", "p50"))
                .allSatisfy(
                        m ->
                                assertThat(m.path("conditions").path("protocol").asString())
                                        .isEqualTo("RDMA"))
                .extracting(m -> m.path("conditions").path("load").asString())
                .containsExactly("idle", "all-to-all");
        assertThat(ran.run().path("notes").toString()).contains("Lab: hosts and links are played");
    }

    @Test
    @Tag("long")
    @Order(3)
    void tcpIsMeasuredBetweenTheSameHosts() {
        Ran ran = bench("tcp", "--streams", "1");
        assertThat(ran.run().path("failures")).as(ran.said()).isEmpty();
        assertThat(values(ran, "tcp.bandwidth", "mean")).hasSize(2);
    }

    @Test
    @Tag("long")
    @Order(4)
    void aSmallMtuIsFoundByThePathMtuAndNamed() {
        lab().ok("lab", "break", "--name", lab().info().name(), "rail-mtu:h2/eth1");
        Ran ran =
                bench("rdma", "--verbs", "write", "--sizes", "4096", "--qps", "1", "--no-latency");
        lab().ok("lab", "heal", "--name", lab().info().name(), "h2");
        assertThat(ran.status()).as(ran.said()).isEqualTo(Exit.FINDINGS);
        assertThat(values(ran, "rdma.path-mtu", "min"))
                .isNotEmpty()
                .allSatisfy(
                        m -> {
                            assertThat(m.path("value").asDouble()).isEqualTo(1024);
                            assertThat(m.path("verdict").asString()).isEqualTo("missed");
                        });
        assertThat(ran.run().path("notes").toString())
                .contains("mtu-mismatch (h2 eth1 has MTU 1500, the intent says 9000)");
    }

    @Test
    @Tag("long")
    @Order(5)
    void aWrongGidIndexIsExplainedByWhatStandsThere() {
        Ran ran =
                bench(
                        "rdma",
                        "--verbs",
                        "write",
                        "--sizes",
                        "4096",
                        "--qps",
                        "1",
                        "--no-latency",
                        "--gid-index",
                        "6");
        assertThat(ran.status()).isEqualTo(Exit.FINDINGS);
        assertThat(ran.run().path("failures").toString())
                .contains("Likely cause: roce-wrong-gid-index")
                .contains("GID index 6 of h1 rxe0 is empty, and 10.78.0.1 is at index 1");
    }
}
