package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.checks.diagnosis.Figure;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What `diagnose` says to the evidence that a row of the reference labs speaks of, in the files
/// `rows/*.rows`:
///
/// - `== ROW remark` opens a case, `-- NAME` a document of it. Between them stand what holds:
/// - `@first CODE`: CODE is the first finding.
/// - `@cites TEXT`: a line that the first finding quotes holds TEXT.
/// - `@says TEXT`: some finding's words hold TEXT, upper and lower case alike.
/// - `@also CODE`, `@not CODE`: CODE is among the findings, or not.
/// - `@figure TEXT`, `@nofigure TEXT`: a figure is told with TEXT in its words, or none is.
/// - `@none`: nothing is found above information.
class RowCasesTest {
    private record Case(
            String row, String name, List<String> holds, Map<String, String> documents) {}

    private static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        Path folder =
                Path.of(System.getProperty("user.dir"), "src/test/resources/io/railhead/cli/rows");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                Stream.of(Files.readString(file).split("(?m)^== "))
                        .skip(1)
                        .forEach(block -> all.add(of(block)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Case of(String block) {
        String[] parts = block.split("(?m)^-- (?=\\S+$)");
        List<String> head = parts[0].lines().toList();
        Map<String, String> documents = new LinkedHashMap<>();
        for (int i = 1; i < parts.length; i++) {
            int end = parts[i].indexOf('\n');
            documents.put(parts[i].substring(0, end), parts[i].substring(end + 1));
        }
        String name = head.getFirst();
        List<String> holds = head.stream().skip(1).filter(l -> !l.isBlank()).toList();
        assertThat(holds).as(name).isNotEmpty().allMatch(l -> l.startsWith("@"));
        return new Case(name.substring(0, name.indexOf(' ')), name, holds, documents);
    }

    @TestFactory
    Stream<DynamicTest> everyRowIsAnsweredAsItSays() {
        return cases().stream().map(c -> DynamicTest.dynamicTest(c.name(), () -> holds(c)));
    }

    private static void holds(Case c) {
        Paste paste = new Paste();
        c.documents()
                .forEach(
                        (name, text) ->
                                paste.add(
                                        name,
                                        new ByteArrayInputStream(
                                                text.getBytes(StandardCharsets.UTF_8))));
        Facts facts = paste.facts();
        List<Finding> found = Diagnosis.of(new Situation(facts, Optional.empty())).findings();
        for (String line : c.holds()) {
            String text = line.substring(line.indexOf(' ') + 1);
            switch (line.split(" ")[0]) {
                case "@first" ->
                        assertThat(found).extracting(Finding::code).as(c.name()).startsWith(text);
                case "@cites" ->
                        assertThat(found.getFirst().evidence())
                                .as(c.name())
                                .anyMatch(e -> e.text().contains(text));
                case "@says" ->
                        assertThat(found)
                                .as("%s: says %s", c.name(), text)
                                .anyMatch(f -> words(f).contains(text.toLowerCase(Locale.ROOT)));
                case "@also" ->
                        assertThat(found).extracting(Finding::code).as(c.name()).contains(text);
                case "@not" ->
                        assertThat(found)
                                .extracting(Finding::code)
                                .as(c.name())
                                .doesNotContain(text);
                case "@figure" ->
                        assertThat(Figure.in(facts))
                                .as(c.name())
                                .anyMatch(g -> g.text().contains(text));
                case "@nofigure" ->
                        assertThat(Figure.in(facts))
                                .as(c.name())
                                .noneMatch(g -> g.text().contains(text));
                case "@none" ->
                        assertThat(found)
                                .filteredOn(f -> f.severity() != Severity.INFO)
                                .as(c.name())
                                .isEmpty();
                default -> throw new AssertionError(c.name() + ": " + line);
            }
        }
    }

    private static String words(Finding f) {
        return (f.summary() + " " + f.cause() + " " + f.fix() + " " + f.doubt())
                .toLowerCase(Locale.ROOT);
    }

    @Test
    void everyRowStandsInTheCoverage() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) root = root.getParent();
        List<String> shown =
                Files.readString(root.resolve("docs/coverage.md"))
                        .lines()
                        .filter(l -> l.startsWith("| ") && l.contains("RowCasesTest"))
                        .map(l -> l.split("\\|")[1].strip())
                        .toList();
        TreeSet<String> rows = new TreeSet<>();
        cases().forEach(c -> rows.add(c.row()));
        assertThat(new TreeSet<>(shown)).isEqualTo(rows);
    }
}
