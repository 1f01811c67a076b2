package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Transcript;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReaderTest {
    private static String why(String out, String err) {
        return Reader.why(
                new Transcript("h1", "x", out, err, 1, Instant.EPOCH, Duration.ZERO, false),
                List.of());
    }

    @Test
    void coloursAreNoWordsAndNeitherIsTheNameOfTheTool() {
        assertThat(
                        why(
                                "sockperf: \u001b[2;35m== version #3.7-no.git == \u001b[0m\n"
                                        + "sockperf: \u001b[31mERROR: Can`t connect socket"
                                        + "\u001b[0m\n",
                                ""))
                .isEqualTo("sockperf: ERROR: Can`t connect socket");
        assertThat(why("sockperf: \u001b[2;35m== version #3.7-no.git == \u001b[0m\n", ""))
                .isEqualTo("its output could not be read");
        assertThat(why("", "fio: no space\nfio-3.33\nStarting 1 process\n"))
                .isEqualTo("fio: no space");
        assertThat(why("", "\u001b]0;title\u0007mpirun: lost\u0000 a host\u001b(B\n"))
                .startsWith("mpirun: lost a host");
    }

    @Test
    void aLineThatIsWrittenAnewKeepsItsLastWords() {
        assertThat(why("", "10 %\r20 %\rdisk full\n")).isEqualTo("disk full");
    }
}
