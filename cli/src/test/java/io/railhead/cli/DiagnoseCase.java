package io.railhead.cli;

import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.checks.diagnosis.Diagnosis;
import io.railhead.evidence.paste.Paste;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// A case of diagnosis: a folder with what a person pasted and with what is to come of it.
///
/// @param name its folder, never shown to the diagnosis
/// @param codes what may come first; `none` for healthy evidence
/// @param lines of which one must be cited, in the words of the document
/// @param documents bytes by file name
record DiagnoseCase(
        String name, List<String> codes, List<String> lines, Map<String, byte[]> documents) {

    /// Every set of cases beside this class, by its folder's name: `diagnose-recorded`, …
    static Map<String, List<DiagnoseCase>> sets() throws IOException {
        Map<String, List<DiagnoseCase>> sets = new TreeMap<>();
        for (Path set : folders(resources())) {
            String name = set.getFileName().toString();
            if (!name.startsWith("diagnose-")) continue;
            List<DiagnoseCase> cases = new ArrayList<>();
            for (Path folder : folders(set)) cases.add(of(folder));
            sets.put(name, cases);
        }
        return sets;
    }

    /// The cases of all sets.
    static List<DiagnoseCase> all() throws IOException {
        return sets().values().stream().flatMap(List::stream).toList();
    }

    private static Path resources() {
        try {
            return Path.of(
                            Objects.requireNonNull(DiagnoseCase.class.getResource("diagnose-own"))
                                    .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> folders(Path of) throws IOException {
        try (Stream<Path> all = Files.list(of)) {
            return all.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static DiagnoseCase of(Path folder) throws IOException {
        JsonNode wanted =
                new ObjectMapper().readTree(Files.readString(folder.resolve("case.json")));
        List<String> codes = new ArrayList<>(List.of(wanted.path("finding").asString("")));
        wanted.path("also_accepted").forEach(n -> codes.add(n.asString()));
        List<String> lines = new ArrayList<>();
        wanted.path("evidence_lines").forEach(n -> lines.add(n.asString()));
        Map<String, byte[]> documents = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path f : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = folder.relativize(f).toString();
                if (!name.equals("case.json")) documents.put(name, Files.readAllBytes(f));
            }
        }
        return new DiagnoseCase(folder.getFileName().toString(), codes, lines, documents);
    }

    static Report diagnose(Map<String, byte[]> documents) {
        Paste paste = new Paste();
        for (Map.Entry<String, byte[]> d : documents.entrySet()) {
            paste.add(d.getKey(), new ByteArrayInputStream(d.getValue()));
        }
        return Diagnosis.of(new Situation(paste.facts(), Optional.empty()));
    }

    Report diagnose() {
        return diagnose(documents);
    }

    boolean isHealthy() {
        return codes.contains("none");
    }

    /// Whether a finding that was wanted cites one of the lines that prove it.
    boolean isProvenBy(List<Finding> findings) {
        String said =
                findings.stream()
                        .filter(f -> codes.contains(f.code()))
                        .flatMap(f -> f.evidence().stream())
                        .map(Evidence::text)
                        .collect(Collectors.joining(" \n "));
        return lines.stream().anyMatch(line -> normal(said).contains(normal(line)));
    }

    private static String normal(String text) {
        return text.strip().replaceAll("\\s+", " ").toLowerCase(Locale.ROOT);
    }
}
