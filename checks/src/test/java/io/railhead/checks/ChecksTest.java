package io.railhead.checks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.model.Finding;
import io.railhead.model.fact.Fact;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Holds the folder of checks against what is registered, explained and tested.
class ChecksTest {
    private static final Path ROOT = root();
    private static final Path SOURCES = ROOT.resolve("checks/src/main/java/io/railhead/checks");

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static List<String> classesInTheFolder() throws IOException {
        try (Stream<Path> files = Files.walk(SOURCES)) {
            return files.filter(f -> f.toString().endsWith(".java"))
                    .filter(
                            f ->
                                    read(f).contains(" implements Check {")
                                            || read(f).contains(" implements CableCheck {")
                                            || read(f).contains(" implements PortCheck {"))
                    .map(f -> SOURCES.relativize(f).toString())
                    .map(f -> f.substring(0, f.length() - ".java".length()))
                    .map(f -> "io.railhead.checks." + f.replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static CheckCases casesOf(Check check) {
        String name = check.getClass().getName() + "Test";
        try {
            var constructor = Class.forName(name).getDeclaredConstructor();
            constructor.setAccessible(true);
            return (CheckCases) constructor.newInstance();
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new AssertionError(name + " is missing, or does not list cases", e);
        }
    }

    @Test
    void everyCheckInTheFolderIsRegistered() throws IOException {
        assertThat(Checks.all().stream().map(c -> c.getClass().getName()).sorted().toList())
                .isEqualTo(classesInTheFolder());
    }

    @Test
    void thereAreEnough() {
        assertThat(Checks.all()).hasSizeGreaterThanOrEqualTo(45);
    }

    @Test
    void codesAreUniqueAndKebabCase() {
        assertThat(Checks.all()).extracting(Check::code).doesNotHaveDuplicates();
        assertThat(Checks.all())
                .extracting(Check::code)
                .allMatch(c -> c.matches("[a-z][a-z0-9]*(-[a-z0-9]+)+"));
    }

    @Test
    void everyCheckIsExplainedInFiveParts() {
        for (Check check : Checks.all()) {
            Explanation e = check.explanation();
            assertThat(Stream.of(e.what(), e.shows(), e.why(), e.fix(), e.prove()))
                    .as(check.code())
                    .allMatch(part -> part.strip().length() > 20)
                    .doesNotHaveDuplicates();
            assertThat(e.prove()).as("%s says how to prove it mended", check.code()).contains("  ");
        }
    }

    @Test
    void everyCheckHasACaseThatFiresAndOneThatStaysQuiet() {
        for (Check check : Checks.all()) {
            CheckCases cases = casesOf(check);
            assertThat(cases.check().code()).isEqualTo(check.code());
            assertThat(cases.cases().map(Case::expected).map(Object::getClass).distinct())
                    .as(check.code())
                    .contains(Case.Expected.Fires.class, Case.Expected.Quiet.class);
        }
    }

    @Test
    void everyCheckDeclaresWhatItReadsAndReadsWhatItDeclares() {
        for (Check check : Checks.all()) {
            Set<Class<? extends Fact>> read = new HashSet<>();
            casesOf(check).cases().forEach(c -> read.addAll(CheckCases.hold(check, c)));
            assertThat(read)
                    .as("what %s reads is what it says it needs", check.code())
                    .containsExactlyInAnyOrderElementsOf(check.needs());
        }
    }

    @Test
    void everyFactHasAnOriginThatAPersonKnows() {
        assertThat(Checks.needs(Checks.all())).allMatch(Origins::knows);
    }

    @Test
    void codesInUseAreDocumented() {
        Set<String> documented = codesIn(read(ROOT.resolve("docs/finding-codes.md")));
        Set<String> used = new TreeSet<>();
        for (Check check : Checks.all()) {
            used.add(check.code());
            casesOf(check)
                    .cases()
                    .forEach(
                            c -> {
                                Outcomes out = new Outcomes();
                                check.run(c.world().situation(), out);
                                out.findings().stream()
                                        .map(Finding::explains)
                                        .forEach(used::addAll);
                            });
        }
        assertThat(documented).containsAll(used);
    }

    @Test
    void documentedCodesIncludeTheProjectsList() {
        Path list = ROOT.resolve("../shared/facts/finding-codes.md");
        assumeTrue(Files.exists(list), "shared/facts is not beside the repository");
        assertThat(codesIn(read(ROOT.resolve("docs/finding-codes.md"))))
                .containsAll(codesIn(read(list)));
    }

    /// Codes at the start of list items, several separated by commas.
    private static Set<String> codesIn(String markdown) {
        Set<String> codes = new TreeSet<>();
        Matcher item =
                Pattern.compile("(?m)^- ((?:`?[a-z0-9]+(?:-[a-z0-9]+)+`?(?:, )?)+):")
                        .matcher(markdown);
        while (item.find()) {
            for (String code : item.group(1).split(", ")) {
                codes.add(code.replace("`", ""));
            }
        }
        return codes;
    }
}
