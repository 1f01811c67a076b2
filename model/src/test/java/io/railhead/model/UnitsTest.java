package io.railhead.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnitsTest {

    @Test
    void perftestsMegabytesAreMebibytes() {
        // The published 40G run: 4554.47 "MB/sec" is 38.21 Gb/s, not 36.4.
        assertThat(Bandwidth.mebibytes(4554.47).asGbps()).isCloseTo(38.21, within(0.005));
        assertThat(Bandwidth.mebibytes(4554.47)).hasToString("38.21 Gb/s");
    }

    @Test
    void ncclsGigabytesAreDecimal() {
        assertThat(Bandwidth.gigabytes(12.04).asGbps()).isCloseTo(96.32, within(1e-9));
    }

    @Test
    void bytesPrintBinaryPrefixes() {
        assertThat(new Bytes(1023)).hasToString("1023 B");
        assertThat(Bytes.mib(1)).hasToString("1 MiB");
        assertThat(new Bytes(1536)).hasToString("1.5 KiB");
    }

    @Test
    void latenciesPrintInTheUnitThatFits() {
        assertThat(Latency.micros(0.85)).hasToString("0.85 µs");
        assertThat(Latency.millis(4.3)).hasToString("4.30 ms");
    }

    @Test
    void unlikeConditionsAreNamed() {
        Conditions half = Conditions.of("tool", "sockperf", "trip", "half", "from", "a");
        Conditions full = Conditions.of("tool", "ping", "trip", "full", "from", "b");
        assertThat(half.differences(full, List.of("from")))
                .containsExactly("tool: sockperf / ping", "trip: half / full");
        assertThat(half.differences(half.with("load", "idle"), List.of()))
                .containsExactly("load: not stated / idle");
    }

    @Test
    void aMeasurementWithoutExpectationHasNoVerdict() {
        Measurement m =
                new Measurement(
                        "tcp.bandwidth",
                        9.4e9,
                        "bit/s",
                        Statistic.MEAN,
                        Conditions.of(),
                        Source.line("x", 1),
                        Optional.empty());
        assertThat(m.verdict()).isEqualTo(Verdict.NONE);
        assertThat(m.expecting(new Expectation(9e9, 9.5e9, 1e10, "line")).verdict())
                .isEqualTo(Verdict.MET);
        assertThat(m.expecting(new Expectation(9.41e9, 9.5e9, 1e10, "line")).verdict())
                .isEqualTo(Verdict.MISSED);
    }
}
