package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.lab.HostKind;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// One incast into a port that drops and into one that marks, in a lab of three hosts: really
/// dropped, marked and counted by the kernel. The marks are TCP's; no rate is asserted.
@Tag("lab")
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class QosLabTest {
    @TempDir Path directory = Path.of("/nowhere");

    @Test
    void underMarksTheSameIncastLosesLessThanUnderAShortQueueAndCompareSaysSo() {
        try (LabRig lab = LabRig.raise(directory, "qos", HostKind.NAMESPACE, 3)) {
            String name = lab.info().name();
            lab.ok("lab", "queue", "drop", "--name", name);
            JsonNode off = incast(lab, Exit.FINDINGS, "--time", "5");
            long lost = fabric(off, "saturate.drops");
            assertThat(lost).isPositive();
            assertThat(conditions(off).path("qos").asString())
                    .startsWith("lab queue: tbf rate 200Mbit")
                    .endsWith("no ECN marks");

            lab.ok("lab", "queue", "mark", "--name", name);
            JsonNode on = incast(lab, Exit.OK, "--time", "5");
            assertThat(fabric(on, "saturate.drops")).isZero();
            assertThat(fabric(on, "saturate.ecn-marked")).isPositive();
            assertThat(on.path("notes").toString()).contains("Lab: hosts and links are played");

            String told = said(lab, "compare", "last-1", "last").replaceAll("\\s+", " ");
            assertThat(told)
                    .contains("incast on rail0")
                    .contains(
                            "lossless at every counter that was read: 0 drops instead of %,d at the"
                                    .formatted(lost))
                    .contains("ECN marks");

            incast(lab, Exit.OK, "--time", "1");
            assertThat(said(lab, "compare", "last-1", "last"))
                    .contains("duration: 5 / 1")
                    .contains("not the same load: nothing is compared");
            lab.ok("lab", "queue", "off", "--name", name);
        }
    }

    private static JsonNode incast(LabRig lab, int status, String... more) {
        List<String> words =
                new java.util.ArrayList<>(
                        List.of("bench", "saturate", "-c", "cluster.yaml", "--rail", "rail0"));
        words.addAll(List.of("--pattern", "incast", "--format", "json"));
        words.addAll(List.of(more));
        return new ObjectMapper().readTree(lab.run(status, words.toArray(String[]::new)));
    }

    private static String said(LabRig lab, String... words) {
        TestConsole terminal = lab.console();
        int _ = terminal.run(words);
        return terminal.out() + terminal.err();
    }

    private static JsonNode conditions(JsonNode run) {
        return run.path("measurements").get(0).path("conditions");
    }

    /// What the ports of the fabric counted of a metric.
    private static long fabric(JsonNode run, String metric) {
        return run.path("measurements").values().stream()
                .filter(m -> m.path("metric").asString().equals(metric))
                .filter(m -> m.path("conditions").path("device").asString().equals("fabric"))
                .mapToLong(m -> m.path("value").asLong())
                .sum();
    }
}
