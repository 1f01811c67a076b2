package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// Diagnosis over the recorded cases beside the repository, whole and damaged.
class DiagnoseCorpusTest {
    /// Raised as cases are added; never lowered.
    private static final double FIRST = 0.97;

    private static final double CITED = 0.95;

    private record Document(String name, String text) {}

    private record CaseFolder(String name, JsonNode wanted, List<Document> documents) {}

    private static List<CaseFolder> cases() throws IOException {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        Path corpus = directory.resolve("../shared/corpus/diagnose");
        assumeTrue(Files.isDirectory(corpus), "shared/corpus is not beside the repository");
        List<CaseFolder> cases = new ArrayList<>();
        List<Path> folders;
        try (Stream<Path> all = Files.list(corpus)) {
            folders = all.filter(f -> Files.exists(f.resolve("case.json"))).sorted().toList();
        }
        for (Path folder : folders) {
            List<Document> documents = new ArrayList<>();
            try (Stream<Path> files = Files.list(folder)) {
                for (Path f : files.sorted().toList()) {
                    String name = String.valueOf(f.getFileName());
                    if (!name.equals("case.json")) {
                        documents.add(new Document(name, Files.readString(f)));
                    }
                }
            }
            cases.add(
                    new CaseFolder(
                            String.valueOf(folder.getFileName()),
                            new ObjectMapper()
                                    .readTree(Files.readString(folder.resolve("case.json"))),
                            documents));
        }
        return cases;
    }

    private static Report diagnose(List<Document> documents) throws IOException {
        Paste paste = new Paste();
        for (Document d : documents) {
            paste.add(d.name, new ByteArrayInputStream(d.text.getBytes(StandardCharsets.UTF_8)));
        }
        Facts facts = paste.facts();
        return Diagnosis.of(new Situation(facts, Optional.empty()));
    }

    private static List<String> wanted(CaseFolder c) {
        List<String> codes = new ArrayList<>(List.of(c.wanted.path("finding").asString("")));
        c.wanted.path("also_accepted").forEach(n -> codes.add(n.asString()));
        return codes;
    }

    private static String normal(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }

    private static boolean cites(CaseFolder c, Report report) {
        StringBuilder said = new StringBuilder();
        report.findings().stream()
                .filter(f -> wanted(c).contains(f.code()))
                .flatMap(f -> f.evidence().stream())
                .forEach(e -> said.append(normal(e.text())).append(" \n "));
        String text = normal(said.toString());
        for (JsonNode line : c.wanted.path("evidence_lines")) {
            if (text.contains(normal(line.asString()))) return true;
        }
        return false;
    }

    @Test
    void theRootCauseComesFirstAndItsLineIsCited() throws IOException {
        int faulty = 0;
        int first = 0;
        int cited = 0;
        List<String> wrong = new ArrayList<>();
        for (CaseFolder c : cases()) {
            Report report = diagnose(c.documents);
            assertThat(report.notChecked()).as(c.name).isEmpty();
            if (wanted(c).contains("none")) {
                assertThat(report.findings())
                        .as("healthy: " + c.name)
                        .allMatch(f -> f.severity() == Severity.INFO);
                continue;
            }
            faulty++;
            String code = report.findings().stream().findFirst().map(Finding::code).orElse("-");
            if (wanted(c).contains(code)) first++;
            else wrong.add(c.name + ": " + code);
            if (cites(c, report)) cited++;
            else wrong.add(c.name + ": line not cited");
        }
        assertThat(first).as("%s", wrong).isGreaterThanOrEqualTo((int) Math.ceil(FIRST * faulty));
        assertThat(cited).as("%s", wrong).isGreaterThanOrEqualTo((int) Math.ceil(CITED * faulty));
    }

    @Test
    void everyFindingSaysWhatWhyAndWhatToDo() throws IOException {
        for (CaseFolder c : cases()) {
            for (Finding f : diagnose(c.documents).findings()) {
                assertThat(f.summary()).as(c.name + " " + f.code()).isNotBlank();
                assertThat(f.cause()).as(c.name + " " + f.code()).isNotBlank();
                assertThat(f.fix()).as(c.name + " " + f.code()).isNotBlank();
                assertThat(f.evidence()).as(c.name + " " + f.code()).isNotEmpty();
                assertThat(f.evidence())
                        .as(c.name + " " + f.code())
                        .allMatch(e -> !e.text().isBlank());
            }
        }
    }

    /// Random cuts, byte flips and joins of the cases never throw.
    @Test
    void damagedTextIsReadAsFarAsItGoes() throws IOException {
        List<CaseFolder> cases = cases();
        long seed = 20_261_129;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<Document> documents = new ArrayList<>();
            for (int n = 0; n < 1 + random.nextInt(4); n++) {
                CaseFolder c = cases.get(random.nextInt(cases.size()));
                StringBuilder text = new StringBuilder();
                for (Document d : c.documents) text.append(damaged(d.text, random));
                documents.add(new Document("d" + n, text.toString()));
            }
            Report report = diagnose(documents);
            assertThat(report.notChecked()).as("seed %d round %d", seed, round).isEmpty();
        }
    }

    private static String damaged(String text, Random random) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        for (int n = random.nextInt(8); n > 0 && bytes.length > 0; n--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        int from = random.nextInt(4) == 0 ? random.nextInt(bytes.length + 1) : 0;
        int to =
                random.nextInt(4) == 0
                        ? from + random.nextInt(bytes.length + 1 - from)
                        : bytes.length;
        return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
    }
}
