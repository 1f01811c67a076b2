package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Mechanisms in other words than those of the corpus: each variant of `diagnose-variants.txt`
/// gives its code first; `none` gives nothing above information.
class DiagnoseVariantsTest {

    private static String text() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(
                        DiagnoseVariantsTest.class.getResourceAsStream("diagnose-variants.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Report diagnose(Map<String, String> documents) {
        Paste paste = new Paste();
        documents.forEach(
                (name, text) -> {
                    try {
                        paste.add(
                                name,
                                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                });
        return Diagnosis.of(new Situation(paste.facts(), Optional.empty()));
    }

    @TestFactory
    Stream<DynamicTest> everyVariantGivesItsCauseFirst() throws IOException {
        return Stream.of(text().split("(?m)^== ")).skip(1).map(DiagnoseVariantsTest::variant);
    }

    private static DynamicTest variant(String block) {
        String code = block.lines().findFirst().orElse("");
        Map<String, String> documents = new LinkedHashMap<>();
        for (String part : block.substring(block.indexOf('\n') + 1).split("(?m)^-- (?=\\S+$)")) {
            if (part.isEmpty()) continue;
            int end = part.indexOf('\n');
            documents.put(part.substring(0, end), part.substring(end + 1));
        }
        String name = code + ": " + documents.values().iterator().next().lines().findFirst();
        return DynamicTest.dynamicTest(
                name,
                () -> {
                    Report report = diagnose(documents);
                    if (code.equals("none")) {
                        assertThat(report.findings()).allMatch(f -> f.severity() == Severity.INFO);
                    } else {
                        assertThat(report.findings()).extracting(Finding::code).startsWith(code);
                    }
                });
    }

    @Test
    void harmlessLinesAreForInformationOnly() {
        Report report =
                diagnose(
                        Map.of(
                                "netplan.txt",
                                "WARNING:root:Cannot call Open vSwitch: ovsdb-server.service is not"
                                        + " running.\n"));
        assertThat(report.findings())
                .singleElement()
                .satisfies(f -> assertThat(f.severity()).isEqualTo(Severity.INFO));
    }
}
