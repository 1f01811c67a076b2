package io.railhead.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.store.Run;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnmeasuredTest {
    private static List<String> of(Run.Failed... all) {
        return Unmeasured.of(List.of(all)).stream().map(Unmeasured::toString).toList();
    }

    @Test
    void hostsThatLackTheSameAreOneLine() {
        assertThat(
                        Unmeasured.of(
                                IntStream.rangeClosed(1, 4)
                                        .mapToObj(i -> "gpu0" + i)
                                        .map(h -> new Run.Failed(h, "nccl-tests", h + ": no GPU"))
                                        .toList()))
                .extracting(Unmeasured::toString)
                .containsExactly("gpu[01-04], nccl-tests: no GPU");
    }

    @Test
    void testsAndPairsThatMetOneCauseAreOneLine() {
        assertThat(
                        of(
                                new Run.Failed("h1 -> h2 rail0", "iperf3", "refused"),
                                new Run.Failed("h1 -> h2 rail0", "sockperf", "refused"),
                                new Run.Failed("h3 -> h2 rail0", "iperf3", "refused"),
                                new Run.Failed("h3 -> h2 rail0", "sockperf", "refused")))
                .containsExactly("h1 -> h2 rail0, h3 -> h2 rail0 (iperf3; sockperf): refused");
    }

    @Test
    void otherCausesStayApart() {
        assertThat(
                        of(
                                new Run.Failed("h1", "fio", "h1: there is no directory /a"),
                                new Run.Failed("h2", "fio", "h2: root may not write in /a")))
                .containsExactly(
                        "h1, fio: there is no directory /a", "h2, fio: root may not write in /a");
    }
}
