package io.railhead.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.ceiling.Hop;
import io.railhead.bench.ceiling.LatencyBudget;
import io.railhead.bench.judge.Scorecard;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The figures of reference lab A, as they should have been compared.
class BesideTest {

    private static Measurement of(
            String metric, Statistic s, double value, String unit, String... conditions) {
        Conditions c = Conditions.of("from", "n1", "to", "n2", "rail", "rail0", "mtu", "9000");
        for (int i = 0; i < conditions.length; i += 2) {
            c = c.with(conditions[i], conditions[i + 1]);
        }
        return new Measurement(metric, value, unit, s, c, Given.NOWHERE, Optional.empty());
    }

    private static Measurement stream(double gbps, String streams) {
        return of("tcp.bandwidth", Statistic.MEAN, gbps * 1e9, "bit/s", "streams", streams);
    }

    private static Measurement write(double gbps, String qps) {
        return of(
                "rdma.bandwidth",
                Statistic.MEAN,
                gbps * 1e9,
                "bit/s",
                "verb",
                "write",
                "qps",
                qps,
                "message",
                "65536",
                "direction",
                "one-way");
    }

    private static Measurement half(String metric, Statistic s, double micros) {
        return latency(metric, s, micros, "half");
    }

    private static Measurement latency(String metric, Statistic s, double micros, String trip) {
        boolean tcp = metric.startsWith("tcp");
        return of(
                metric,
                s,
                micros * 1e3,
                "ns",
                "trip",
                trip,
                "load",
                "idle",
                "message",
                tcp ? "64" : "2",
                tcp ? "tool" : "verb",
                tcp ? "sockperf" : "write");
    }

    @Test
    void labAComesToThirtyNinePercentAndTwentyThreeAndTwentyFiveTimes() {
        List<Measurement> run = new ArrayList<>();
        run.add(stream(27.4, "1"));
        run.add(write(38.2057, "1"));
        run.add(half("tcp.latency", Statistic.MEAN, 21.928));
        run.add(half("tcp.latency", Statistic.P50, 21.622));
        run.add(half("rdma.latency", Statistic.MEAN, 0.93));
        run.add(half("rdma.latency", Statistic.P50, 0.85));
        Beside beside = Beside.of(run, run);
        assertThat(beside.refused()).isEmpty();
        assertThat(beside.rows()).hasSize(3);
        assertThat(beside.rows().getFirst().words()).isEqualTo("RDMA has 1.39 x (+39 %)");
        assertThat(beside.rows().get(1).what()).isEqualTo("latency p50, half round trip");
        assertThat(beside.rows().get(1).times()).isCloseTo(25.4, within(0.05));
        assertThat(beside.rows().get(2).times()).isCloseTo(23.6, within(0.05));
        assertThat(beside.rows().get(2).words()).startsWith("TCP takes 23.6 x (RDMA 96 % less");
        assertThat(beside.rows().get(2).caution()).isEqualTo("messages of 64 and 2 bytes");
    }

    @Test
    void aMeanIsNeverDividedByAMedian() {
        List<Measurement> run =
                List.of(
                        half("tcp.latency", Statistic.MEAN, 21.928),
                        half("rdma.latency", Statistic.P50, 0.85));
        assertThat(Beside.of(run, run).rows()).isEmpty();
    }

    @Test
    void halfARoundTripIsNeverDividedByAWholeOne() {
        List<Measurement> run =
                List.of(
                        latency("tcp.latency", Statistic.MEAN, 161, "full"),
                        half("rdma.latency", Statistic.MEAN, 14.37));
        Beside beside = Beside.of(run, run);
        assertThat(beside.rows()).isEmpty();
        assertThat(beside.refused())
                .containsExactly("n1 -> n2 rail0, latency mean: not alike: trip: full / half");
    }

    @Test
    void oneStreamIsNotHeldAgainstFourQueuePairsNorMtusAgainstEachOther() {
        List<Measurement> unlike = List.of(stream(4.6, "1"), write(9.23, "4"));
        assertThat(Beside.of(unlike, unlike).rows()).isEmpty();
        assertThat(Beside.of(unlike, unlike).refused())
                .containsExactly(
                        "n1 -> n2 rail0, bandwidth: TCP had 1 streams, RDMA 4 queue pairs: as many"
                                + " of each are compared");
        List<Measurement> mtu =
                List.of(Given.with(stream(4.6, "4"), "mtu", "1500"), write(9.23, "4"));
        assertThat(Beside.of(mtu, mtu).refused())
                .containsExactly("n1 -> n2 rail0, bandwidth, 4 flows: not alike: mtu: 1500 / 9000");
    }

    @Test
    void twoHostsOfARunAreHeldAgainstEachOtherOverTheSamePartners() {
        List<Measurement> run =
                List.of(
                        Given.bandwidth("a", "c", "rail0", 20),
                        Given.bandwidth("b", "c", "rail0", 10),
                        Given.bandwidth("a", "b", "rail0", 15),
                        Given.bandwidth("c", "a", "rail0", 20),
                        Given.bandwidth("c", "b", "rail0", 20));
        Comparison twins = Comparison.ofHosts(run, "a", "b", List.of());
        assertThat(twins.alike()).hasSize(2);
        assertThat(twins.alike().getFirst().ratio()).isEqualTo(-0.5);
        assertThat(twins.alike().getFirst().change()).isEqualTo(Comparison.Change.WORSE);
        assertThat(twins.alike().getLast().ratio()).isZero();
    }

    private static Measurement backToBack(double micros) {
        Measurement m = half("rdma.latency", Statistic.P50, micros);
        m = Given.with(m, "line", "40 Gb/s");
        m = Given.with(m, "hops", "0");
        return Given.with(m, "cable", "DAC 2 m");
    }

    @Test
    void theBudgetOfALatencyReckonsTheFrameAndNamesTheRest() {
        LatencyBudget budget = LatencyBudget.of(backToBack(0.85), Hop.CUT_THROUGH).orElseThrow();
        assertThat(budget.parts())
                .extracting(LatencyBudget.Part::name)
                .containsExactly(
                        "sending adapter",
                        "PCIe",
                        "serialization",
                        "cable",
                        "receiving adapter",
                        "unaccounted");
        // 2 bytes in a frame of 80, not 64 bytes: 16 ns, not 13.
        assertThat(budget.parts().get(2).nanos()).isCloseTo(16, within(0.1));
        assertThat(budget.parts().get(3).nanos()).isEqualTo(10);
        assertThat(budget.parts().getLast().nanos()).isCloseTo(224, within(0.1));
        assertThat(budget.parts().stream().mapToDouble(LatencyBudget.Part::nanos).sum())
                .isCloseTo(850, within(1e-6));
        Measurement full = Given.with(backToBack(1.70), "trip", "full");
        assertThat(LatencyBudget.of(full, Hop.CUT_THROUGH).orElseThrow().oneWayNanos())
                .isEqualTo(850);
        Measurement switched = Given.with(backToBack(3.5), "hops", "2");
        assertThat(LatencyBudget.of(switched, Hop.CUT_THROUGH).orElseThrow().parts().get(4))
                .extracting(LatencyBudget.Part::name, LatencyBudget.Part::nanos)
                .containsExactly("switches", 800.0);
    }

    @Test
    void aPredictionForASwitchIsHeldAgainstWhatCame() {
        List<Measurement> before =
                List.of(backToBack(0.85), Given.with(write(38.2, "1"), "hops", "0"));
        List<Measurement> predicted = Prediction.of(before, Optional.empty(), 1, Hop.CUT_THROUGH);
        assertThat(Prediction.isOne(predicted)).isTrue();
        assertThat(Prediction.isOne(before)).isFalse();
        assertThat(predicted.getFirst().expectation().orElseThrow().low())
                .isCloseTo(1150, within(0.1));
        assertThat(predicted.getFirst().expectation().orElseThrow().high())
                .isCloseTo(1350, within(0.1));
        Measurement came =
                Given.with(Given.with(backToBack(1.3), "hops", "1"), "cable", "DAC 2 m + DAC 2 m");
        Measurement slower = Given.with(Given.with(write(30, "1"), "hops", "1"), "cable", "x");
        List<Prediction.Outcome> outcomes = Prediction.outcomes(predicted, List.of(came, slower));
        assertThat(outcomes).extracting(Prediction.Outcome::held).containsExactly(true, false);
        // Measured with other hops than were predicted for, it says nothing.
        assertThat(Prediction.outcomes(predicted, List.of(Given.with(came, "hops", "3"))))
                .isEmpty();
        // A whole round trip crosses the switch twice.
        Measurement ping = of("ping.rtt", Statistic.MEAN, 150e3, "ns", "trip", "full", "hops", "0");
        assertThat(
                        Prediction.of(List.of(ping), Optional.empty(), 1, Hop.CUT_THROUGH)
                                .getFirst()
                                .expectation()
                                .orElseThrow()
                                .low())
                .isEqualTo(150_600);
    }

    @Test
    void hopsThatNobodyStatesAreNotSupposed() {
        Measurement unknown = half("rdma.latency", Statistic.P50, 0.85);
        assertThat(Prediction.of(List.of(unknown), Optional.empty(), 1, Hop.CUT_THROUGH)).isEmpty();
        assertThat(Prediction.of(List.of(unknown), Optional.of(0), 1, Hop.CUT_THROUGH)).hasSize(1);
    }

    @Test
    void theScorecardShowsTheWorstOfEachAndWhatWasNotMeasured() {
        io.railhead.model.Expectation line =
                new io.railhead.model.Expectation(36.5e9, 38.4e9, 40e9, "line");
        List<Measurement> run =
                List.of(
                        stream(27.4, "1")
                                .expecting(
                                        new io.railhead.model.Expectation(
                                                25e9, 30e9, 40e9, "core")),
                        write(38.2, "1").expecting(line),
                        Given.with(write(20, "1"), "to", "n3").expecting(line),
                        half("rdma.latency", Statistic.P50, 0.85));
        Scorecard card = Scorecard.of(run);
        Scorecard.Row bandwidth = card.network().getFirst();
        assertThat(bandwidth.cells())
                .containsExactly(
                        new Scorecard.Cell("27.40", ">=25.00", "n1>n2", "met"),
                        new Scorecard.Cell("20.00", ">=36.50", "n1>n3", "missed"));
        assertThat(card.network().get(1).cells().getFirst().status()).isEqualTo("not measured");
        assertThat(card.network().get(1).cells().getLast().status()).isEqualTo("not judged");
        assertThat(card.hosts())
                .hasSize(5)
                .allMatch(r -> r.cells().getFirst().status().equals("not measured"));
    }
}
