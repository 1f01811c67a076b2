package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/coverage.md` names only what is there.
class CoverageTest {
    private static final Path ROOT = root();

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = directory.getParent();
        }
        return directory;
    }

    private static Set<String> found(String text, String pattern) {
        Set<String> found = new TreeSet<>();
        Matcher m = Pattern.compile(pattern).matcher(text);
        while (m.find()) {
            found.add(m.group(1));
        }
        return found;
    }

    private static String coverage() throws IOException {
        return Files.readString(ROOT.resolve("docs/coverage.md"));
    }

    @Test
    void everyTestNamedExists() throws IOException {
        Set<String> tests;
        try (Stream<Path> files = Files.walk(ROOT)) {
            tests =
                    files.map(f -> f.getFileName().toString())
                            .filter(n -> n.endsWith("Test.java"))
                            .map(n -> n.substring(0, n.length() - ".java".length()))
                            .collect(Collectors.toCollection(TreeSet::new));
        }
        assertThat(tests).containsAll(found(coverage(), "\\b([A-Z]\\w+Test)\\b"));
    }

    @Test
    void everyFindingNamedIsMadeByACheck() throws IOException {
        Set<String> codes = Checks.all().stream().map(Check::code).collect(Collectors.toSet());
        Set<String> named = new TreeSet<>();
        for (String list : found(coverage(), "\\| `check`: ([a-z0-9, -]+) \\|")) {
            named.addAll(Set.of(list.split(", ")));
        }
        assertThat(named).isNotEmpty();
        assertThat(codes).containsAll(named);
    }

    @Test
    void everyRowNamedIsOneOfTheReferenceLabs() throws IOException {
        Path labs = ROOT.resolve("../shared/facts/seed-systems.md");
        assumeTrue(Files.exists(labs), "shared/facts is not beside the repository");
        String pattern = "(?m)^\\| ([A-Z]\\d{2,3}) \\|";
        assertThat(found(Files.readString(labs), pattern)).containsAll(found(coverage(), pattern));
    }
}
