package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Cause;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.checks.diagnosis.Harmless;
import io.railhead.checks.diagnosis.Unexplained;
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
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every cause has a case in which it speaks and a near miss in which it stays quiet, in the files
/// `causes/*.cases`:
///
/// - `== fires CODE | remark`: CODE is the first finding.
///   Lines `@says TEXT` and `@severity WORD` below it hold its summary and severity.
/// - `== quiet CODE yet OTHER … | remark`: a near miss. Nothing is found above information but the
///   others named.
/// - `== healthy | remark`: no finding above information.
/// - `== harmless harmless-NAME`: no finding at all, and the lines are said to be harmless.
///
/// `-- NAME` opens a document of the case.
class CauseCasesTest {
    private static final Pattern HEAD =
            Pattern.compile(
                    "(?<kind>fires|quiet|healthy|harmless)(?: (?<code>[a-z0-9-]+))?(?: yet (?<yet>[a-z0-9 -]+?))?"
                            + "(?: \\| (?<remark>.*))?");

    private record Case(
            String name,
            String kind,
            String code,
            Set<String> yet,
            List<String> told,
            Map<String, String> documents) {}

    private static List<Case> cases() {
        List<Case> all = new ArrayList<>();
        Path folder =
                Path.of(
                        System.getProperty("user.dir"),
                        "src/test/resources/io/railhead/cli/causes");
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.sorted().toList()) {
                Stream.of(Files.readString(file).split("(?m)^== "))
                        .skip(1)
                        .forEach(block -> all.add(of(file.getFileName().toString(), block)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all;
    }

    private static Case of(String file, String block) {
        String head = block.lines().findFirst().orElse("");
        Matcher m = HEAD.matcher(head);
        assertThat(m.matches()).as("%s: == %s", file, head).isTrue();
        Map<String, String> documents = new LinkedHashMap<>();
        List<String> told = new ArrayList<>();
        for (String part : block.substring(block.indexOf('\n') + 1).split("(?m)^-- (?=\\S+$)")) {
            if (part.isEmpty()) continue;
            if (part.startsWith("@")) {
                part.lines().forEach(told::add);
                continue;
            }
            int end = part.indexOf('\n');
            documents.put(part.substring(0, end), part.substring(end + 1));
        }
        String code = Optional.ofNullable(m.group("code")).orElse("");
        Set<String> yet = new TreeSet<>();
        Optional.ofNullable(m.group("yet")).ifPresent(y -> yet.addAll(List.of(y.split(" "))));
        String remark =
                Optional.ofNullable(m.group("remark"))
                        .orElse(
                                documents.values().stream()
                                        .findFirst()
                                        .flatMap(d -> d.lines().findFirst())
                                        .orElse(""));
        String name = file + ": " + m.group("kind") + " " + code + ": " + remark;
        return new Case(name, m.group("kind"), code, yet, told, documents);
    }

    private static Report diagnose(Map<String, String> documents) {
        return Diagnosis.of(new Situation(facts(documents), Optional.empty()));
    }

    private static Facts facts(Map<String, String> documents) {
        Paste paste = new Paste();
        documents.forEach(
                (name, text) ->
                        paste.add(
                                name,
                                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
        return paste.facts();
    }

    @TestFactory
    Stream<DynamicTest> everyCaseIsAsItSays() {
        return cases().stream().map(c -> DynamicTest.dynamicTest(c.name(), () -> holds(c)));
    }

    private static void holds(Case c) {
        List<Finding> found = diagnose(c.documents()).findings();
        if (c.kind().equals("harmless")) {
            Facts facts = facts(c.documents());
            assertThat(found).as(c.name()).isEmpty();
            assertThat(Harmless.in(facts)).extracting(Harmless::kind).contains(c.code());
            assertThat(facts.unread()).as(c.name()).isEmpty();
        } else if (c.kind().equals("fires")) {
            assertThat(found).extracting(Finding::code).as(c.name()).startsWith(c.code());
            assertThat(found.getFirst().evidence()).isNotEmpty();
            c.told().forEach(t -> isTold(c, found.getFirst(), t));
        } else {
            List<String> loud =
                    found.stream()
                            .filter(f -> f.severity() != Severity.INFO)
                            .map(Finding::code)
                            // A near miss of one cause may well be an error nobody explains.
                            .filter(
                                    code ->
                                            !c.kind().equals("quiet")
                                                    || c.code().equals(code)
                                                    || !code.equals(Unexplained.CODE))
                            .toList();
            assertThat(loud).as(c.name()).containsExactlyInAnyOrderElementsOf(c.yet());
        }
    }

    private static void isTold(Case c, Finding first, String line) {
        String value = line.substring(line.indexOf(' ') + 1);
        if (line.startsWith("@severity ")) {
            assertThat(first.severity().name()).as(c.name()).isEqualToIgnoringCase(value);
        } else {
            assertThat(line).as(c.name()).startsWith("@says ");
            assertThat(first.summary()).as(c.name()).containsIgnoringCase(value);
        }
    }

    @Test
    void everyCauseHasACaseOfBothKinds() {
        Set<String> fires = codes("fires");
        Set<String> quiet = codes("quiet");
        assertThat(Diagnosis.causes().stream().map(Cause::code).filter(c -> !fires.contains(c)))
                .as("causes without a case in which they speak")
                .isEmpty();
        assertThat(Diagnosis.causes().stream().map(Cause::code).filter(c -> !quiet.contains(c)))
                .as("causes without a near miss")
                .isEmpty();
    }

    @Test
    void everyHarmlessLineHasACaseAndAReason() {
        assertThat(codes("harmless")).isEqualTo(Harmless.reasons().keySet());
    }

    private static Set<String> codes(String kind) {
        Set<String> codes = new TreeSet<>();
        cases().stream().filter(c -> c.kind().equals(kind)).forEach(c -> codes.add(c.code()));
        return codes;
    }
}
