package io.railhead.checks.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is open about a finding, and what would settle it.
class AlternativesTest {
    private static final Pattern CODE = Pattern.compile("return \"([a-z0-9-]+)\";");

    @Test
    void everyCauseThatIsEverUncertainNamesTheCommandThatDecides() throws IOException {
        Path sources = Path.of("src/main/java/io/railhead/checks/diagnosis");
        Set<String> missing = new TreeSet<>();
        try (Stream<Path> files = Files.list(sources)) {
            for (Path f : files.sorted().toList()) {
                String text = Files.readString(f);
                Matcher code = CODE.matcher(text);
                if (!text.contains(" implements Cause {") || !code.find()) continue;
                boolean open = text.contains(".likely(") || text.contains(".possible(");
                if (open && Alternatives.command(code.group(1)).isBlank()) {
                    missing.add(code.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void alternativesAreCodesOfCausesOrChecksWithACommandEach() {
        Set<String> codes = new TreeSet<>();
        Diagnosis.causes().forEach(c -> codes.add(c.code()));
        Checks.all().stream().map(Check::code).forEach(codes::add);
        assertThat(codes).containsAll(Alternatives.all().keySet());
        Alternatives.all()
                .forEach(
                        (code, row) -> {
                            assertThat(row.command()).as(code).isNotBlank();
                            for (String other : row.others()) {
                                String name = other.replaceAll("@.*", "");
                                assertThat(codes).as(code).contains(name);
                                assertThat(name).as(code).isNotEqualTo(code);
                            }
                        });
    }
}
