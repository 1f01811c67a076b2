package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// `design topology`, `lag` and `training`.
class DesignArithmeticTest {
    private static final String RAILS =
            """
            cluster: four
            rails:
              rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 9000, speed: 100G, gpu: 0}
              rail1: {subnet: 10.0.2.0/24, interface: ens7, mtu: 9000, speed: 100G, gpu: 1}
            hosts:
              gpu[1-4]:
                address: "10.1.0.{n}"
                rails: {rail0: "10.0.1.{n}", rail1: "10.0.2.{n}"}
                gpus: {count: 2}
            switches:
              leaf[1-2]: {system: nvue, address: "10.1.9.{n}"}
              spine1: {system: nvue, address: 10.1.9.9}
            """;

    @TempDir Path folder;

    private TestConsole run(int status, String... arguments) {
        TestConsole terminal = TestConsole.in(folder, Map.of("HOME", folder.toString()));
        assertThat(terminal.run(arguments)).as(terminal.err()).isEqualTo(status);
        assertThat(terminal.out().lines())
                .filteredOn(line -> !terminal.out().startsWith("{"))
                .allMatch(line -> line.length() <= 80);
        return terminal;
    }

    private TestConsole layout(String links, int status, String... more) throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), RAILS + links);
        String[] arguments = new String[2 + more.length];
        arguments[0] = "design";
        arguments[1] = "topology";
        System.arraycopy(more, 0, arguments, 2, more.length);
        return run(status, arguments);
    }

    @Test
    void aFormIsAdvisedFromTheNumberOfHosts() {
        assertThat(run(Exit.OK, "design", "topology", "--nodes", "2").out())
                .startsWith("2 hosts, 1 rail: back to back\nWhy: one cable joins two hosts");
        assertThat(run(Exit.OK, "design", "topology", "--nodes", "1").out())
                .isEqualTo("1 host, 1 rail: nothing to join\n");
        assertThat(new io.railhead.fabric.TopologyAdvice(1, 1, 32).shapes())
                .allSatisfy(s -> assertThat(s.fits()).isFalse())
                .allSatisfy(s -> assertThat(s.why()).contains("there is one host"));
        assertThat(run(Exit.OK, "design", "topology", "--nodes", "2").out())
                .doesNotContain("rails on unlike switches", "a spine that fails takes 1/1 ");
        assertThat(run(Exit.OK, "design", "topology", "--nodes", "32").out())
                .startsWith("32 hosts, 1 rail: one switch a rail\n")
                .contains("redundancy: the switch is a single point of failure", "cost: 1 switch");
        assertThat(run(Exit.OK, "design", "topology", "--nodes", "33").out())
                .startsWith("33 hosts, 1 rail: leaf-spine\n")
                .contains("complexity: high");
        assertThat(run(Exit.FINDINGS, "design", "topology", "--nodes", "3000").out())
                .contains("no form that is sized here joins them", "a third tier");
    }

    @Test
    void railsThatAreRailsAreSaidToBe() throws IOException {
        String links =
                """
                links:
                  - {between: ["gpu[1-4]/ens6", "leaf1/swp[1-4]"], speed: 100G}
                  - {between: ["gpu[1-4]/ens7", "leaf2/swp[1-4]"], speed: 100G}
                  - {between: ["leaf[1-2]/swp10", "spine1/swp[1-2]"], speed: 400G}
                """;
        assertThat(layout(links, Exit.OK).out())
                .containsPattern("rail0 +4 +0 +leaf1 +1\\n")
                .containsPattern("rail1 +4 +1 +leaf2 +1\\n")
                .containsPattern("leaf1 +4 +400 Gb/s +400 Gb/s +1.0 to 1\\n")
                .contains("Each GPU has a port of its own, and each rail is one hop at most.");
    }

    @Test
    void aRailOverTwoLeavesAndAnUplinkThatIsTooThinAreTold() throws IOException {
        String links =
                """
                links:
                  - {between: ["gpu[1-2]/ens6", "leaf1/swp[1-2]"], speed: 100G}
                  - {between: ["gpu[3-4]/ens6", "leaf2/swp[1-2]"], speed: 100G}
                  - {between: ["gpu[1-4]/ens7", "leaf2/swp[5-8]"], speed: 100G}
                  - {between: ["leaf[1-2]/swp10", "spine1/swp[1-2]"], speed: 200G}
                """;
        JsonNode all =
                JsonMapper.shared()
                        .readTree(layout(links, Exit.FINDINGS, "--format", "json").out())
                        .path("layout");
        assertThat(all.path("faults").valueStream().map(JsonNode::asString))
                .containsExactly(
                        "rail0 hangs on leaf1, leaf2: up to 3 hops between two of its ports,"
                                + " where a rail on one switch has 1",
                        "leaf2: hosts send it 600 Gb/s and its uplinks carry 200: oversubscribed"
                                + " 3.0 to 1");
        assertThat(all.path("rails").path(0).path("hops").asInt()).isEqualTo(3);
    }

    @Test
    void aGpuWithoutAPortOfItsOwnIsTold() throws IOException {
        Files.writeString(
                folder.resolve("cluster.yaml"),
                RAILS.replace("count: 2", "count: 4").replace("gpu: 1}", "gpu: 0}"));
        assertThat(run(Exit.FINDINGS, "design", "topology").out())
                .contains("- gpu1, gpu2, gpu3, gpu4: rail0 and rail1 serve GPU 0 together")
                .containsPattern("no port of its own for GPU\\s+1,\\s+2,\\s+3")
                .contains("Not said in cluster.yaml, so not looked at")
                .contains("- where rail0 of gpu1, gpu2, gpu3, gpu4 is plugged in");
    }

    @Test
    void eachFlowOfAnAggregateHasItsMember() {
        String[] flows = {
            "10.0.1.1:50000-10.0.1.2:5001",
            "10.0.1.1:50002-10.0.1.2:5001",
            "10.0.1.1:50006-10.0.1.2:5001"
        };
        assertThat(
                        run(
                                        Exit.OK, "design", "lag", "--speed", "40G", flows[0],
                                        flows[1], flows[2])
                                .out())
                .contains("2 x 40 Gb/s are 80 Gb/s for many flows and 40 Gb/s for one")
                .contains("10.0.1.1:50000-10.0.1.2:5001       2  40 Gb/s")
                .contains("10.0.1.1:50002-10.0.1.2:5001       1  20 Gb/s")
                .contains("3 flows use 2 of 2 members: at most 80 Gb/s together");
        assertThat(
                        run(
                                        Exit.OK, "design", "lag", "--speed", "40G", "--hash",
                                        "unknown", flows[0])
                                .out())
                .contains("At most 40 Gb/s together");
        assertThat(run(Exit.USAGE, "design", "lag", "--speed", "40G", "gpu1-gpu2").err())
                .contains("a flow is ADDRESS:PORT-ADDRESS:PORT");
    }

    @Test
    void aTrainingsWaitingAndBytesAreReckoned() {
        String[] training = {
            "design",
            "training",
            "--samples",
            "1000000",
            "--batch",
            "32",
            "--epochs",
            "100",
            "--parameters",
            "62109110",
            "--ranks",
            "8",
            "--path",
            "rdma=850ns,9.23G",
            "--path",
            "tcp=21.9us"
        };
        assertThat(run(Exit.OK, training).out())
                .contains("31,250 steps an epoch")
                .contains("3,125,000 in 100 epochs")
                .containsPattern("rdma +0.85 µs +0.027 s +2.66 s")
                .containsPattern("tcp +21.90 µs +0.684 s +68.4 s")
                .contains("rdma waits 65.8 s less than tcp in 100 epochs")
                .contains("248.4 MB (236.9 MiB)")
                .contains("434.8 MB each way a rank and step")
                .containsPattern("3.48\\s+GB of all ranks")
                .containsPattern("rdma +9.23 Gb/s +11.90 µs +0.377 s");
        String[] json = java.util.Arrays.copyOf(training, training.length + 2);
        json[training.length] = "--format";
        json[training.length + 1] = "json";
        JsonNode all = JsonMapper.shared().readTree(run(Exit.OK, json).out());
        assertThat(all.path("schema").asString()).isEqualTo("railhead.training/1");
        assertThat(all.path("bytesEachWayAStep").asLong()).isEqualTo(434_763_770);
        assertThat(all.path("paths").path(1).path("waitingNs").asDouble() / 1e9)
                .isCloseTo(68.44, within(0.005));
    }

    @Test
    void aPathThatIsNoneIsRefused() {
        assertThat(
                        run(
                                        Exit.USAGE,
                                        "design",
                                        "training",
                                        "--samples",
                                        "1",
                                        "--batch",
                                        "1",
                                        "--path",
                                        "rdma=850")
                                .err())
                .contains("NAME=LATENCY", "rdma=850ns,38.2G");
        assertThat(run(Exit.USAGE, "design", "training", "--samples", "0", "--batch", "1").err())
                .contains("--samples 0: must be 1 to");
    }
}
