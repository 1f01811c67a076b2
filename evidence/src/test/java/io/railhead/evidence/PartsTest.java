package io.railhead.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.railhead.model.Transcript;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// A part of a document is read as if the rest of it were blank: same facts, same lines.
final class PartsTest {
    private static final int FIRST = 1001;

    @TestFactory
    Stream<DynamicTest> everyParserCitesTheDocumentsLines() {
        // Of an empty output the first line is cited, wherever it begins.
        return Sample.all().stream()
                .filter(s -> !s.text().isBlank())
                .map(s -> dynamicTest(s.toString(), () -> check(s)));
    }

    private static void check(Sample sample) {
        Parser parser = Parsers.installed().named(sample.parser()).orElseThrow();
        String text = sample.text();
        Transcript t = sample.transcript(text);
        Reading blank = parser.read(sample.transcript("\n".repeat(FIRST - 1) + text));
        Reading part =
                parser.read(
                        new Transcript(
                                t.machine(),
                                t.command(),
                                text,
                                t.stderr(),
                                t.exitCode(),
                                t.startedAt(),
                                t.took(),
                                t.truncated(),
                                FIRST));
        assertThat(part.facts()).isEqualTo(blank.facts());
        assertThat(part.unread()).isEqualTo(blank.unread());
    }
}
