package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Hostile input never makes `diagnose` throw, hang or need more than 512 MiB of heap. Longer runs:
/// `-Drailhead.fuzz.rounds=5000 -Drailhead.fuzz.seed=7`.
@Tag("fuzz")
class DiagnoseFuzzTest {
    private static final long SEED = Long.getLong("railhead.fuzz.seed", 20_261_129L);
    private static final int ROUNDS = Integer.getInteger("railhead.fuzz.rounds", 300);

    /// Only a run that hangs takes so long, also on a busy machine.
    private static final int MINUTES = 30;

    @Test
    void hostileInputIsReadAsFarAsItGoesInABoundedHeap(@TempDir Path work) throws Exception {
        Path said = work.resolve("said");
        Process child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                // As the launcher has it: the optimising compiler costs more than
                                // it gives where every text is another.
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty(
                                        "surefire.test.class.path",
                                        System.getProperty("java.class.path")),
                                DiagnoseFuzz.class.getName(),
                                Long.toString(SEED),
                                Integer.toString(ROUNDS))
                        .redirectErrorStream(true)
                        .redirectOutput(said.toFile())
                        .start();
        try {
            boolean ended = child.waitFor(MINUTES, TimeUnit.MINUTES);
            assertThat(ended).as("it hangs; seed %d: %s", SEED, tail(said)).isTrue();
            assertThat(child.exitValue()).as("seed %d: %s", SEED, tail(said)).isZero();
        } finally {
            child.destroyForcibly();
        }
    }

    private static String tail(Path file) throws IOException {
        String all = Files.readString(file);
        return all.substring(Math.max(0, all.length() - 4000));
    }
}
