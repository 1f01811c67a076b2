package io.railhead.checks.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.checks.Explanation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What holds for every cause.
class CausesTest {
    private static final Path ROOT = root();

    private static final Path SOURCES =
            ROOT.resolve("checks/src/main/java/io/railhead/checks/diagnosis");

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyCauseInTheFolderIsRegisteredAndHasOneCode() throws IOException {
        List<String> classes;
        try (Stream<Path> files = Files.list(SOURCES)) {
            classes =
                    files.filter(f -> read(f).contains(" implements Cause {"))
                            .map(f -> f.getFileName().toString().replace(".java", ""))
                            .sorted()
                            .toList();
        }
        assertThat(Diagnosis.causes().stream().map(c -> c.getClass().getSimpleName()).sorted())
                .containsExactlyElementsOf(classes);
        assertThat(Diagnosis.causes()).extracting(Cause::code).doesNotHaveDuplicates();
    }

    @Test
    void everyCauseIsExplainedInFiveParts() {
        for (Cause cause : Diagnosis.causes()) {
            assertThat(Explanations.of(cause.code())).as(cause.code()).isPresent();
            Explanation e = Explanations.of(cause.code()).orElseThrow();
            assertThat(Stream.of(e.what(), e.shows(), e.why(), e.fix(), e.prove()))
                    .as(cause.code())
                    .allMatch(part -> part.strip().length() > 20)
                    .doesNotHaveDuplicates();
            assertThat(e.prove())
                    .as("how to prove %s mended", cause.code())
                    .containsPattern("(?m)^  ");
        }
        assertThat(Explanations.installed()).hasSizeGreaterThan(180);
    }

    @Test
    void everyCodeIsDocumented() {
        String documented = read(ROOT.resolve("docs/finding-codes.md"));
        for (Cause cause : Diagnosis.causes()) {
            assertThat(documented).as(cause.code()).contains(cause.code());
        }
    }

    @Test
    void theEventsThatCausesAskForAreInTheCatalogue() throws IOException {
        Set<String> kinds = new TreeSet<>();
        Path events = ROOT.resolve("evidence/src/main/resources/io/railhead/evidence/log");
        try (Stream<Path> files = Files.list(events)) {
            files.forEach(
                    f ->
                            read(f).lines()
                                    .filter(l -> l.matches("\\[[a-z0-9-]+\\]"))
                                    .forEach(l -> kinds.add(l.substring(1, l.length() - 1))));
        }
        Pattern asked =
                Pattern.compile("(?<!\\bSet)\\.(?:of|has|lacks|where|first|count)\\(([^;]*?)\\)");
        Pattern word = Pattern.compile("\"([a-z0-9]+(?:-[a-z0-9]+)*)\"");
        Set<String> missing = new TreeSet<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path f :
                    files.filter(f -> f.toString().endsWith(".java"))
                            .filter(f -> !f.endsWith("Diagnosis.java"))
                            .toList()) {
                Matcher m = asked.matcher(read(f));
                while (m.find()) {
                    boolean where = m.group().startsWith(".where");
                    Matcher w = word.matcher(m.group(1));
                    while (w.find()) {
                        if (w.group(1).contains("-") && !kinds.contains(w.group(1))) {
                            missing.add(f.getFileName() + ": " + w.group(1));
                        }
                        if (where) break;
                    }
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void whatExplainsNamesCodesThatExist() throws IOException {
        Set<String> codes = new TreeSet<>();
        Diagnosis.causes().forEach(c -> codes.add(c.code()));
        Checks.all().stream().map(Check::code).forEach(codes::add);
        Pattern explains = Pattern.compile("\\.explains\\(([^)]*)\\)");
        Pattern word = Pattern.compile("\"([^\"]+)\"");
        Set<String> unknown = new TreeSet<>();
        try (Stream<Path> files = Files.list(SOURCES)) {
            for (Path f : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                Matcher m = explains.matcher(read(f));
                while (m.find()) {
                    Matcher w = word.matcher(m.group(1));
                    while (w.find()) {
                        if (!codes.contains(w.group(1)))
                            unknown.add(f.getFileName() + ": " + w.group(1));
                    }
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @Test
    void whatPeopleSayOutrightIsACodeThatIsExplained() {
        Path reports =
                ROOT.resolve("evidence/src/main/resources/io/railhead/evidence/log/reports.events");
        List<String> codes =
                read(reports)
                        .lines()
                        .filter(l -> l.startsWith("[said-"))
                        .map(l -> l.substring("[said-".length(), l.length() - 1))
                        .toList();
        assertThat(codes).hasSizeGreaterThan(50).doesNotHaveDuplicates();
        String documented = read(ROOT.resolve("docs/finding-codes.md"));
        assertThat(codes)
                .allSatisfy(
                        code -> {
                            assertThat(documented).contains(code);
                            assertThat(Explanations.of(code)).as(code).isPresent();
                        });
    }
}
