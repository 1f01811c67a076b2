package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What a finding tells to do is of the port that its evidence names, and its lines stand in order.
final class DiagnoseFixTest {
    private static final String FLAPS =
            """
            [  100.200000] mlx5_core 0000:3b:00.0 ens1f0np0: Link up
            [ 5124.998877] mlx5_core 0000:3b:00.0 ens1f0np0: Link down
            [ 5130.998877] mlx5_core 0000:3b:00.0 ens1f0np0: Link up
            [ 5200.998877] mlx5_core 0000:3b:00.0 ens1f0np0: Link down
            [ 5204.998877] mlx5_core 0000:3b:00.0 ens1f0np0: Link up
            """;

    @TempDir private Path directory;

    private JsonNode first(Map<String, String> documents) throws IOException {
        List<String> command = new ArrayList<>(List.of("diagnose", "--format", "json"));
        for (Map.Entry<String, String> d : documents.entrySet()) {
            Files.writeString(directory.resolve(d.getKey()), d.getValue());
            command.add(d.getKey());
        }
        TestConsole console = TestConsole.in(directory, Map.of());
        console.run(command.toArray(String[]::new));
        return new ObjectMapper().readTree(console.out()).path("findings").path(0);
    }

    private static List<Integer> lines(JsonNode finding) {
        List<Integer> lines = new ArrayList<>();
        finding.path("evidence").forEach(e -> lines.add(e.path("line").asInt()));
        return lines;
    }

    @Test
    void theInterfaceThatTheLinesNameStandsInTheCommands() throws IOException {
        JsonNode flaps = first(Map.of("dmesg.txt", FLAPS));
        assertThat(flaps.path("code").asString()).isEqualTo("link-flapping");
        assertThat(flaps.path("fix").asString())
                .contains("ethtool -m ens1f0np0", "mlxlink -d 0000:3b:00.0 -c -e")
                .doesNotContain("IFNAME", "DEVICE");
    }

    @Test
    void aDeviceIsKnownByItsInterfaceWhereAnOutputPairsThem() throws IOException {
        String pairs = "$ ibdev2netdev\nmlx5_3 port 1 ==> ens1f0np0 (Up)\n";
        JsonNode flaps = first(Map.of("dmesg.txt", FLAPS, "dev.txt", pairs));
        assertThat(flaps.path("fix").asString()).contains("mlxlink -d mlx5_3 -c -e");
    }

    @Test
    void ofSeveralInterfacesNoneIsPutIn() throws IOException {
        String two = FLAPS + FLAPS.replace("ens1f0np0", "ens2f0np0").replace("3b:00.0", "5e:00.0");
        assertThat(first(Map.of("dmesg.txt", two)).path("fix").asString())
                .contains("ethtool -m IFNAME", "mlxlink -d DEVICE");
    }

    @Test
    void lossesAreQuotedInTheirOrderAndWhatWasUpBeforeIsNot() throws IOException {
        assertThat(lines(first(Map.of("dmesg.txt", FLAPS)))).startsWith(2).doesNotContain(1);
        assertThat(lines(first(Map.of("dmesg.txt", FLAPS)))).isSorted().contains(4, 5);
    }

    @Test
    void theCardOfADriversLineIsItAndNotTheBridgeAboveIt() throws IOException {
        String slow =
                "[    5.123499] mlx5_core 0000:3b:00.0: 63.008 Gb/s available PCIe bandwidth,"
                        + " limited by 8.0 GT/s PCIe x8 link at 0000:3a:00.0 (capable of 252.048"
                        + " Gb/s with 16.0 GT/s PCIe x16 link)\n";
        assertThat(first(Map.of("dmesg.txt", slow)).path("fix").asString())
                .contains("lspci -vv -s 0000:3b:00.0");
    }

    @Test
    void aCommandThatIsTheFirstLineOfAFixKeepsItsIndent() throws IOException {
        TestConsole console = TestConsole.in(directory, Map.of());
        console.run("explain", "link-flapping", "--format", "json");
        String fix = new ObjectMapper().readTree(console.out()).path("fix").asString();
        assertThat(fix).startsWith("  dmesg -T").contains("\n  ethtool -m IFNAME");
        TestConsole sentence = TestConsole.in(directory, Map.of());
        sentence.run("explain", "duplicate-gpu", "--format", "json");
        assertThat(new ObjectMapper().readTree(sentence.out()).path("fix").asString())
                .matches("(?s)\\S.*");
    }
}
