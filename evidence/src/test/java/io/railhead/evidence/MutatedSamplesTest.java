package io.railhead.evidence;

import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// Feeds broken samples to the parsers and demands no exception and an answer in time. Longer runs:
/// `-Drailhead.fuzz.rounds=500 -Drailhead.fuzz.seed=7`.
@Tag("fuzz")
final class MutatedSamplesTest {
    /// Rounds a sample.
    private static final int ROUNDS = Integer.getInteger("railhead.fuzz.rounds", 25);

    private static final long SEED = Long.getLong("railhead.fuzz.seed", 20_261_128L);

    /// Far above what any parser needs for a text of a few hundred kilobytes, also on a busy
    /// machine: only a parser whose work explodes reaches it.
    private static final long LIMIT_NANOS = 20_000_000_000L;

    @TestFactory
    Stream<DynamicTest> brokenSamplesAreReadWithoutException() {
        return Sample.all().stream().map(s -> dynamicTest(s.toString(), () -> survive(s)));
    }

    private static void survive(Sample sample) {
        Parser parser = Parsers.installed().named(sample.parser()).orElseThrow();
        String whole = sample.text();
        for (int round = 0; round < ROUNDS; round++) {
            long seed = SEED + 31L * round + sample.toString().hashCode();
            String text = new Mutations(seed).mutate(whole);
            long start = System.nanoTime();
            try {
                Reading reading = parser.read(sample.transcript(text));
                int lines = (int) text.lines().count();
                for (var fact : reading.facts()) {
                    if (fact.source().firstLine() < 1
                            || fact.source().lastLine() > Math.max(lines, 1))
                        fail("seed %d: %s cites a line outside the document", seed, fact);
                }
                for (Parser p : Parsers.installed().all()) p.recognises(text);
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("%s, seed %d: %s".formatted(sample, seed, e), e);
            }
            if (System.nanoTime() - start > LIMIT_NANOS)
                fail("%s, seed %d took more than 20 s", sample, seed);
        }
    }
}
