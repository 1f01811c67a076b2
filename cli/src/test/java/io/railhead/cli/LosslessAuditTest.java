package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Five hosts at switches of four systems, all set up as they should be, and the faults of
/// `planted.txt`, one at a time: each must be found first, and nothing where there is none.
class LosslessAuditTest {
    @TempDir private Path directory;

    /// A fault.
    ///
    /// @param document command in whose output something is exchanged
    record Planted(
            String name,
            String machine,
            String document,
            String code,
            String subject,
            List<Hunk> hunks) {}

    /// Lines that were there, and those that are there instead.
    ///
    /// @param document another output of the same machine; empty for the fault's own
    record Hunk(String document, String was, String is) {}

    record Found(
            String code, String severity, String subject, String summary, List<String> explains) {}

    @Test
    void nothingIsFoundOnTheCorrectFabric() throws IOException {
        assertThat(loud(machines())).isEmpty();
    }

    @Test
    void thereAreThirtyKindsAndMore() throws IOException {
        assertThat(planted()).hasSizeGreaterThanOrEqualTo(30);
        assertThat(planted()).extracting(Planted::name).doesNotHaveDuplicates();
    }

    @TestFactory
    Stream<DynamicTest> eachPlantedFaultIsFoundFirst() throws IOException {
        return planted().stream()
                .map(
                        p ->
                                DynamicTest.dynamicTest(
                                        p.name(),
                                        () -> {
                                            List<Found> found = loud(with(p));
                                            assertThat(found).as(p.name()).isNotEmpty();
                                            assertThat(found.getFirst().code())
                                                    .as("%s: %s", p.name(), found)
                                                    .isEqualTo(p.code());
                                            if (Boolean.getBoolean("railhead.audit.show")) {
                                                found.forEach(
                                                        f ->
                                                                System.out.println(
                                                                        p.name() + "\n    " + f));
                                            }
                                            assertThat(found.getFirst().subject())
                                                    .as("%s: %s", p.name(), found)
                                                    .contains(p.subject());
                                        }));
    }

    /// The class itself is as it should be: its queue marks, and nothing else is said of it.
    @Test
    void aSecondPriorityAccusesItselfAlone() throws IOException {
        Planted second =
                planted().stream()
                        .filter(p -> p.name().startsWith("88 "))
                        .findFirst()
                        .orElseThrow();
        assertThat(loud(with(second)))
                .extracting(Found::code)
                .containsExactly("pfc-wrong-priority", "switch-config-drift");
    }

    /// What the maker's table has for the port's speed is taken: models know less than makers.
    @Test
    void aMakersProfileOfTheSpeedOfAPortIsEnough() throws IOException {
        Planted lower =
                planted().stream()
                        .filter(p -> p.name().startsWith("125 "))
                        .findFirst()
                        .orElseThrow();
        List<Hunk> hunks =
                lower.hunks().stream()
                        .map(
                                h ->
                                        new Hunk(
                                                h.document(),
                                                h.was(),
                                                h.is().replace("_10000_5m_", "_100000_5m_")
                                                        .replace("29696", "30720")))
                        .toList();
        Planted stock =
                new Planted(
                        "stock",
                        lower.machine(),
                        lower.document(),
                        lower.code(),
                        lower.subject(),
                        hunks);
        assertThat(loud(with(stock))).isEmpty();
    }

    /// The port is what is wrong; that the host sends more than it takes follows from it.
    @Test
    void aPortThatTakesTooLittleExplainsWhatTheHostSendsInVain() throws IOException {
        Planted small =
                planted().stream()
                        .filter(p -> p.name().startsWith("91 "))
                        .findFirst()
                        .orElseThrow();
        List<Found> found = loud(with(small));
        assertThat(found).extracting(Found::code).startsWith("link-mtu-differs", "mtu-mismatch");
        assertThat(found.getFirst().explains()).contains("mtu-mismatch");
    }

    private Map<String, Map<String, String>> with(Planted p) throws IOException {
        Map<String, Map<String, String>> all = machines();
        Map<String, String> machine = all.getOrDefault(p.machine(), Map.of());
        for (Hunk h : p.hunks()) {
            String document = h.document().isEmpty() ? p.document() : h.document();
            String text = machine.getOrDefault(document, "");
            assertThat(text.indexOf(h.was()))
                    .as("%s: «%s» in «%s» of %s", p.name(), h.was(), document, p.machine())
                    .isNotNegative()
                    .isEqualTo(text.lastIndexOf(h.was()));
            machine.put(document, text.replace(h.was(), h.is()));
        }
        return all;
    }

    /// What `check` finds above what is only worth knowing.
    private List<Found> loud(Map<String, Map<String, String>> machines) throws IOException {
        List<Collected> collected = new ArrayList<>();
        machines.forEach((name, documents) -> collected.add(collected(name, documents)));
        BundleFile.write(
                directory.resolve("a.bundle"),
                new Bundle("0.1.0", Instant.EPOCH, Optional.of(read("cluster.yaml")), collected));
        TestConsole terminal = TestConsole.in(directory, Map.of());
        terminal.run("check", "--bundle", "a.bundle", "--format", "json", "--no-store");
        JsonNode json = new ObjectMapper().readTree(terminal.out());
        if (Boolean.getBoolean("railhead.audit.show")) {
            json.path("notChecked").forEach(n -> System.err.println("not checked: " + n));
            json.path("unrecognised").forEach(n -> System.err.println("unread: " + n));
        }
        List<Found> found = new ArrayList<>();
        for (JsonNode f : json.path("findings")) {
            Found one =
                    new Found(
                            f.path("code").asString(),
                            f.path("severity").asString(),
                            f.path("subject").asString(),
                            f.path("summary").asString(),
                            f.path("explains").valueStream().map(JsonNode::asString).toList());
            if (!one.severity().equals("info")) found.add(one);
        }
        return found;
    }

    private static Collected collected(String name, Map<String, String> documents) {
        List<Transcript> transcripts = new ArrayList<>();
        documents.forEach(
                (command, text) ->
                        transcripts.add(
                                new Transcript(
                                        name,
                                        command,
                                        text,
                                        "",
                                        0,
                                        Instant.EPOCH,
                                        Duration.ZERO,
                                        false)));
        return new Collected(
                name, transcripts, Optional.empty(), List.of(), Instant.EPOCH, Duration.ZERO);
    }

    private static Map<String, Map<String, String>> machines() throws IOException {
        Map<String, Map<String, String>> all = new LinkedHashMap<>();
        for (int n = 1; n <= 5; n++) {
            all.put("gpu" + n, documents(read("host.txt").replace("{n}", Integer.toString(n))));
        }
        for (String leaf : List.of("leaf1", "leaf2", "leaf3", "leaf4")) {
            all.put(leaf, documents(read(leaf + ".txt")));
        }
        return all;
    }

    /// `### COMMAND`, then its output.
    private static Map<String, String> documents(String text) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String part : text.split("(?m)^### ")) {
            int end = part.indexOf('\n');
            if (end > 0) all.put(part.substring(0, end), part.substring(end + 1));
        }
        return all;
    }

    /// `== NAME | MACHINE | COMMAND | CODE | SUBJECT`, lines that were there after `-`, lines that
    /// are there instead after `+`; `@ COMMAND` goes on in another output of the machine.
    static List<Planted> planted() throws IOException {
        List<Planted> all = new ArrayList<>();
        for (String part : read("planted.txt").split("(?m)^== ")) {
            List<String> lines = part.lines().toList();
            if (lines.isEmpty() || lines.getFirst().startsWith("#")) continue;
            String[] head = lines.getFirst().split(" \\| ");
            all.add(
                    new Planted(
                            head[0],
                            head[1],
                            head[2],
                            head[3],
                            head[4],
                            hunks(lines.subList(1, lines.size()))));
        }
        return all;
    }

    private static List<Hunk> hunks(List<String> lines) {
        List<Hunk> hunks = new ArrayList<>();
        StringBuilder was = new StringBuilder();
        StringBuilder is = new StringBuilder();
        String document = "";
        for (String line : lines) {
            boolean ended = line.startsWith("-") && !is.isEmpty() || line.startsWith("@ ");
            if (ended && !was.isEmpty()) {
                hunks.add(new Hunk(document, was.toString(), is.toString()));
                was.setLength(0);
                is.setLength(0);
            }
            if (line.startsWith("@ ")) document = line.substring(2);
            if (line.startsWith("-")) {
                was.append(line.substring(1)).append('\n');
            } else if (line.startsWith("+")) {
                is.append(line.substring(1)).append('\n');
            }
        }
        hunks.add(new Hunk(document, was.toString(), is.toString()));
        return hunks;
    }

    private static String read(String name) throws IOException {
        try (var in = LosslessAuditTest.class.getResourceAsStream("audit/" + name)) {
            assertThat(in).as("resource audit/" + name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
