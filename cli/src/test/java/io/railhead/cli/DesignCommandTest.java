package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DesignCommandTest {
    private static final String CLUSTER =
            """
            cluster: pair
            rails:
              rail0: {subnet: 10.0.1.0/24, interface: ens6, mtu: 9000, speed: 100G}
            hosts:
              gpu[1-2]: {address: "10.1.0.{n}", rails: {rail0: "10.0.1.{n}"}}
            switches:
              leaf1: {system: nvue, model: SN5600, address: 10.1.9.1}
            links:
              - between: ["gpu[1-2]/ens6", "leaf1/swp[1-2]"]
                cable: {type: aoc, length: 40m}
                speed: 100G
            """;
    private static final String CLASS = "lossless: {priority: 3, dscp: 26, incast: 8}\n";

    @TempDir Path folder;

    @Test
    void aPortsSizesComeWithTheirArithmetic() throws IOException {
        TestConsole terminal = with(CLUSTER + CLASS);
        assertThat(terminal.run("design", "lossless")).as(terminal.err()).isEqualTo(Exit.OK);
        assertThat(terminal.out())
                .contains("leaf1: priority 3 lossless, DSCP 26 (ToS 106)")
                .containsPattern("swp1, swp2 +100 +40 m +9216 +128,000 +100,352")
                .containsPattern(
                        "1024 \\+ 3 x \\(9216 \\+ 5051 \\+ 1024 \\+ 25216 \\+\\s+1500\\) =\\s+127045 B")
                .containsPattern("IEEE 802.3 clause\\s+31B.3.7")
                .contains("lossless.round-trip", "pmax = 10%: a choice, nothing derives it")
                .doesNotContain("lossless.incast");
        assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void theSameAsJson() throws IOException {
        TestConsole terminal = with(CLUSTER + CLASS);
        assertThat(terminal.run("design", "lossless", "leaf1", "--format", "json"))
                .isEqualTo(Exit.OK);
        JsonNode document = JsonMapper.shared().readTree(terminal.out());
        assertThat(document.path("schema").asString()).isEqualTo("railhead.lossless/1");
        JsonNode port = document.path("switches").path(0).path("ports").path(1);
        assertThat(port.path("port").asString()).isEqualTo("swp2");
        assertThat(port.path("peer").asString()).isEqualTo("gpu2/ens6");
        assertThat(port.path("headroomBytes").asLong()).isEqualTo(128_000);
        assertThat(port.path("terms").size()).isEqualTo(5);
    }

    @Test
    void theSwitchesOwnWordsAreWhatIsMissingThere() throws IOException {
        TestConsole terminal = with(CLUSTER + CLASS);
        assertThat(terminal.run("design", "lossless", "--commands")).isEqualTo(Exit.OK);
        assertThat(terminal.out())
                .startsWith("# leaf1 (nvue), from nothing: what Railhead wants of the class\n")
                .contains("never entered on a real switch", "is a choice, not derived")
                .contains("\nnv set qos roce mode lossless\n", "swp2 link mtu 9216");
        Files.writeString(
                folder.resolve("leaf1.txt"),
                "nv set qos roce mode lossless\nnv set interface swp1 link mtu 1500\n");
        TestConsole against = with(CLUSTER + CLASS);
        assertThat(
                        against.run(
                                "design",
                                "lossless",
                                "leaf1",
                                "--commands",
                                "--running",
                                "leaf1.txt"))
                .isEqualTo(Exit.OK);
        assertThat(against.out())
                .contains("# leaf1 (nvue), against leaf1.txt")
                .contains("nv set interface swp1 link mtu 9216")
                .doesNotContain("roce mode lossless");
        TestConsole unclear = with(CLUSTER + CLASS);
        assertThat(unclear.run("design", "lossless", "--running", "leaf1.txt"))
                .isEqualTo(Exit.USAGE);
        assertThat(unclear.err()).contains("--commands");
    }

    @Test
    void aRunningConfigurationOfAnotherSystemIsRefusedByALineThatTells() throws IOException {
        Files.writeString(
                folder.resolve("nxos.txt"),
                """
                hostname leaf1
                feature lldp
                interface Ethernet1/1
                  mtu 9216
                """);
        Files.writeString(
                folder.resolve("eos.txt"),
                """
                ! device: leaf1 (DCS-7160-32CQ, EOS-4.28.3M)
                hostname leaf1
                interface Ethernet1
                   mtu 9214
                   priority-flow-control on
                """);
        Map<String, String> tells = Map.of("eos", "nxos.txt", "nxos", "eos.txt");
        for (Map.Entry<String, String> e : tells.entrySet()) {
            TestConsole terminal = with((CLUSTER + CLASS).replace("nvue", e.getKey()));
            assertThat(
                            terminal.run(
                                    "design",
                                    "lossless",
                                    "leaf1",
                                    "--commands",
                                    "--running",
                                    e.getValue()))
                    .as(e.getKey())
                    .isEqualTo(Exit.USAGE);
            assertThat(terminal.err())
                    .contains(
                            e.getValue() + " is of another system than the intent's " + e.getKey())
                    .contains(e.getKey().equals("eos") ? "«feature lldp»" : "«! device: leaf1");
        }
    }

    @Test
    void whatIsNoRunningConfigurationIsNotTakenForAnEmptyOne() throws IOException {
        Files.writeString(
                folder.resolve("topo.txt"),
                """
                \tGPU0\tGPU1\tNIC0\tCPU Affinity
                GPU0\t X \tNV18\tPIX\t0-47
                GPU1\tNV18\t X \tSYS\t48-95
                """);
        Files.writeString(folder.resolve("empty.txt"), "");
        for (String system : List.of("nxos", "eos", "sonic", "nvue")) {
            for (String file : List.of("topo.txt", "empty.txt")) {
                TestConsole terminal = with((CLUSTER + CLASS).replace("nvue", system));
                assertThat(
                                terminal.run(
                                        "design",
                                        "lossless",
                                        "leaf1",
                                        "--commands",
                                        "--running",
                                        file))
                        .as(system)
                        .isEqualTo(Exit.USAGE);
                assertThat(terminal.err())
                        .contains("no running configuration of " + system + " in " + file);
                assertThat(terminal.out()).isEmpty();
            }
        }
        Files.writeString(
                folder.resolve("part.txt"), "interface Ethernet1/1\n  mtu 9216\n  no shutdown\n");
        TestConsole part = with((CLUSTER + CLASS).replace("nvue", "nxos"));
        assertThat(part.run("design", "lossless", "leaf1", "--commands", "--running", "part.txt"))
                .as(part.err())
                .isEqualTo(Exit.OK);
    }

    @Test
    void aCableOfACentimetreIsNotOneOfNothing() throws IOException {
        TestConsole terminal = with((CLUSTER + CLASS).replace("40m", "1cm"));
        assertThat(terminal.run("design", "lossless")).isEqualTo(Exit.OK);
        assertThat(terminal.out())
                .contains(" 0.01 m ", "2 x 0.01 m / 1.98e8 m/s")
                .containsPattern("to the\\s+nearest\\s+KiB,\\s+kmin\\s+=");
    }

    @Test
    void whatHasNoPortsHasNoArithmetic() throws IOException {
        String portless = CLUSTER.substring(0, CLUSTER.indexOf("links:")) + CLASS;
        TestConsole terminal = with(portless.replace("model: SN5600, ", ""));
        terminal.run("design", "lossless");
        assertThat(terminal.out()).doesNotContain("How it was computed");
    }

    @Test
    void theTableFitsEightyColumns() throws IOException {
        TestConsole terminal =
                with(
                        (CLUSTER + CLASS)
                                .replace("swp[1-2]", "HundredGigE1/0/[1-2]")
                                .replace("length: 40m", "length: 1234.56m"));
        assertThat(terminal.run("design", "lossless")).isEqualTo(Exit.OK);
        assertThat(terminal.out().lines()).allMatch(line -> line.length() <= 80);
    }

    @Test
    void whatDoesNotFitIsAFinding() throws IOException {
        TestConsole terminal =
                with(CLUSTER + CLASS.replace("}", ", ecn: {kmin: 1MB, kmax: 900MB, pmax: 5%}}"));
        assertThat(terminal.run("design", "lossless")).isEqualTo(Exit.FINDINGS);
        assertThat(terminal.out()).contains("Does not fit", "PFC acts before ECN");
    }

    @Test
    void commandsThatWouldHarmOrDoNothingAreNotPrinted() throws IOException {
        TestConsole sonic = with((CLUSTER + CLASS).replace("nvue", "sonic"));
        assertThat(sonic.run("design", "lossless", "--commands")).isEqualTo(Exit.USAGE);
        assertThat(sonic.err()).contains("would replace whole tables", "--running");
        TestConsole portless = with(CLUSTER.substring(0, CLUSTER.indexOf("links:")) + CLASS);
        assertThat(portless.run("design", "lossless")).isEqualTo(Exit.FINDINGS);
        assertThat(portless.out()).contains("knows no port of it", "switch-port");
        TestConsole empty = with(CLUSTER.substring(0, CLUSTER.indexOf("links:")) + CLASS);
        assertThat(empty.run("design", "lossless", "--commands")).isEqualTo(Exit.USAGE);
    }

    @Test
    void whatIsMissingIsNamedWithWhatToAdd() throws IOException {
        TestConsole noClass = with(CLUSTER);
        assertThat(noClass.run("design", "lossless")).isEqualTo(Exit.USAGE);
        assertThat(noClass.err()).contains("has no lossless class", "priority: 3");
        TestConsole noSuch = with(CLUSTER + CLASS);
        assertThat(noSuch.run("design", "lossless", "leaf9")).isEqualTo(Exit.USAGE);
        assertThat(noSuch.err()).contains("has no switch leaf9; it has leaf1");
    }

    private TestConsole with(String cluster) throws IOException {
        Files.writeString(folder.resolve("cluster.yaml"), cluster);
        return TestConsole.in(folder, Map.of());
    }
}
