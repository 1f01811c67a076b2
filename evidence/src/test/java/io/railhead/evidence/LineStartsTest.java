package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.evidence.switching.TableParser;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class LineStartsTest {
    private static final List<String> PARTS =
            List.of("ab", "c", " ", "\n", "\r", "\r\n", "\u0085", "\u2028", "\u2029", "é", "7");

    private static final List<Pattern> PATTERNS =
            List.of(
                    Pattern.compile("(?m)^ab"),
                    Pattern.compile("(?m)^\\s*c"),
                    Pattern.compile("(?m)^$"),
                    Pattern.compile("(?m)^c$|^\\d+\\R *ab"),
                    Pattern.compile("(?m)^(?!ab).{2}$"));

    @Test
    void headingsOfTablesBeginWhereALineDoes() {
        assertThat(Parsers.installed().all())
                .filteredOn(TableParser.class::isInstance)
                .hasSizeGreaterThan(5)
                .allSatisfy(
                        p ->
                                assertThat(((TableParser) p).heading().pattern())
                                        .startsWith("(?m)^")
                                        .doesNotContain("|^"));
    }

    @Test
    void whatTheSearchOfTheLibraryFindsIsFoundAndNothingElse() {
        Random random = new Random(20_261_128);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(9); n > 0; n--) {
                text.append(PARTS.get(random.nextInt(PARTS.size())));
            }
            for (Pattern pattern : PATTERNS) {
                assertThat(LineStarts.find(pattern, text.toString()))
                        .as("%s in «%s», round %d", pattern, text, round)
                        .isEqualTo(pattern.matcher(text).find());
            }
        }
    }
}
