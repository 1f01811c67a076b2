package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.Parsers;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// What `check` finds on machines is what `diagnose` finds in their bundle: the same rules over the
/// same evidence.
class CheckLikeDiagnoseTest {
    private static final Map<String, String> LOGS =
            Map.of(
                    "gpu01",
                    """
                    [    1.1] Command line: BOOT_IMAGE=/vmlinuz root=/dev/sda
                    [    7.2] mlx5_core 0000:5e:00.0: 63.008 Gb/s available PCIe bandwidth, limited by 8.0 GT/s PCIe x8 link at 0000:5d:00.0 (capable of 252.048 Gb/s with 16.0 GT/s PCIe x16 link)
                    [  812.1] NVRM: Xid (PCI:0000:9a:00): 79, pid=1234, name=python, GPU has fallen off the bus.
                    """,
                    "gpu02",
                    """
                    [  100.1] mlx5_core 0000:5e:00.0 ens1np0: Link down
                    [  101.1] mlx5_core 0000:5e:00.0 ens1np0: Link up
                    [  900.1] mlx5_core 0000:5e:00.0 ens1np0: Link down
                    [  901.1] mlx5_core 0000:5e:00.0 ens1np0: Link up
                    [ 1000.1] Out of memory: Killed process 4412 (python) total-vm:1234kB
                    """);

    @TempDir Path directory;

    private static Collected machine(String name) {
        Transcript dmesg =
                new Transcript(
                        name,
                        "dmesg",
                        LOGS.getOrDefault(name, ""),
                        "",
                        0,
                        Instant.EPOCH,
                        Duration.ofMillis(5),
                        false);
        return new Collected(
                name,
                List.of(dmesg),
                Optional.empty(),
                List.of(),
                Instant.EPOCH,
                Duration.ofMillis(5));
    }

    private Set<String> loud(String... arguments) {
        TestConsole terminal = TestConsole.in(directory, Map.of());
        terminal.run(arguments);
        Set<String> codes = new TreeSet<>();
        JsonNode findings = new ObjectMapper().readTree(terminal.out()).path("findings");
        for (JsonNode f : findings) {
            if (!f.path("severity").asString().equals("info")) {
                codes.add(f.path("code").asString());
                assertThat(f.path("evidence").size()).as(f.toString()).isPositive();
            }
        }
        return codes;
    }

    @Test
    void checkAndDiagnoseGiveTheSameCodesOfOneBundle() throws IOException {
        BundleFile.write(
                directory.resolve("all.bundle"),
                new Bundle(
                        "test",
                        Instant.EPOCH,
                        Optional.empty(),
                        List.of(machine("gpu01"), machine("gpu02"))));
        Set<String> checked = loud("check", "--bundle", "all.bundle", "--format", "json");
        assertThat(checked)
                .contains(
                        "xid-79-fallen-off-bus",
                        "pcie-link-downgraded",
                        "link-flapping",
                        "host-oom-killed")
                .isEqualTo(loud("diagnose", "all.bundle", "--format", "json"));
    }

    @Test
    void everyProbeHasATimeItMayTakeAndLogsAreCutOnTheMachine() {
        List<Probe> probes = Parsers.installed().probes(Parsers.installed().kinds());
        assertThat(probes).allMatch(p -> p.limit().compareTo(Duration.ofSeconds(60)) <= 0);
        assertThat(probes)
                .filteredOn(p -> p.name().equals("system-log") && p.large())
                .hasSize(4)
                .allMatch(p -> p.command().contains("lines left out here"));
    }
}
