package io.railhead.evidence.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpeningTest {
    private static final Path CASES = Path.of("..", "cli", "src", "test", "resources");

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "NCCL WARN (?<what>\\d+) ~ nccl warn ",
                "\\b(?<name>NCCL_[A-Z]+)= ~ nccl_",
                "due to (?:a )?timeout ~ due to ",
                "errors?: x ~ error",
                "(?:saving|Writing) it ~ saving,writing",
                "(?:the )?rank \\d ~ the ,rank ",
                "(?<!no )(?=x)ECN (?:is )?off ~ ecn ",
                "[Mm]issing ranks ~ missing ranks",
                "a\\.b|\\bcd|(?:ef|gh)+ ~ a.b,cd,ef,gh",
                "(?:Error|x) ~ ''",
                "(?:ab|\\d+) ~ ''",
                "(?<if>[\\w.-]+): up ~ ''",
                "[|ab]cd ~ ''",
                "ab)|c ~ ''",
            })
    void theWordsThatAMatchBeginsWithAreReadOffThePattern(String pattern, String words) {
        List<String> expected = words.isEmpty() ? List.of() : List.of(words.split(","));
        assertThat(Opening.of(pattern.strip()).words().stream().map(String::strip))
                .containsExactlyElementsOf(expected.stream().map(String::strip).toList());
    }

    @ParameterizedTest
    @CsvSource({"^a(?:b|c), true", "^a|b, false", "(?:^|x)a, false", "^[|]a, false", "a, false"})
    void whatMatchesAtTheStartOnlyIsKnownForIt(String pattern, boolean atStart) {
        assertThat(Opening.of(pattern).isAtStart()).isEqualTo(atStart);
    }

    /// Lines of all recorded cases against all patterns of the catalogue whose opening is known.
    @Test
    void theSameIsFoundAsByTheSearchOfTheLibrary() throws IOException {
        Catalogue catalogue = Catalogue.installed();
        List<String> lines = lines();
        List<char[]> lowered = lines.stream().map(OpeningTest::lower).toList();
        List<String> texts = lowered.stream().map(String::new).toList();
        int known = 0;
        long found = 0;
        for (int w = 0; w < catalogue.wordings(); w++) {
            if (catalogue.suffices(w)) continue;
            Catalogue.Form form = catalogue.wording(w).form().orElseThrow();
            Opening opening = form.opening();
            if (!opening.isAtStart() && opening.words().isEmpty()) continue;
            known++;
            String keyword = catalogue.wording(w).keywords().getFirst().toLowerCase(Locale.ROOT);
            for (int l = 0; l < lines.size(); l++) {
                if (!texts.get(l).contains(keyword)) continue;
                List<String> all = found(form.pattern(), lines.get(l));
                assertThat(found(opening, form.pattern(), lines.get(l), lowered.get(l)))
                        .as("%s in %s", form.pattern(), lines.get(l))
                        .isEqualTo(all);
                found += all.size();
            }
        }
        assertThat(known).as("patterns with an opening").isGreaterThan(900);
        assertThat(found).isGreaterThan(1000);
    }

    private static List<String> found(Pattern pattern, String line) {
        List<String> all = new ArrayList<>();
        Matcher m = pattern.matcher(line);
        while (m.find()) all.add(groups(m));
        return all;
    }

    private static List<String> found(Opening opening, Pattern pattern, String line, char[] lower) {
        List<String> all = new ArrayList<>();
        Matcher m = pattern.matcher(line);
        for (int from = 0; from <= line.length() && opening.find(m, lower, from); ) {
            all.add(groups(m));
            from = m.end() > m.start() ? m.end() : m.end() + 1;
        }
        return all;
    }

    private static String groups(Matcher m) {
        StringBuilder places = new StringBuilder();
        for (int g = 0; g <= m.groupCount(); g++) {
            places.append(m.start(g)).append('-').append(m.end(g)).append(' ');
        }
        return places.toString();
    }

    private static char[] lower(String line) {
        char[] lower = line.toCharArray();
        for (int i = 0; i < lower.length; i++) {
            if (lower[i] >= 'A' && lower[i] <= 'Z') lower[i] += 'a' - 'A';
        }
        return lower;
    }

    private static List<String> lines() throws IOException {
        Set<String> lines = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(CASES)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                if (file.toString().endsWith(".json")) continue;
                new String(Files.readAllBytes(file), StandardCharsets.UTF_8)
                        .lines()
                        .map(l -> new Speaker(l).text())
                        .filter(l -> l.length() < 1000)
                        .forEach(lines::add);
            }
        }
        return List.copyOf(lines);
    }
}
