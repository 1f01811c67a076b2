package io.railhead.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.railhead.bench.Given;
import io.railhead.bench.twins.Repeats;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    @Test
    void likeIsComparedWithLike() {
        Comparison c =
                Comparison.of(
                        List.of(Given.bandwidth("a", "b", "rail0", 9.0)),
                        List.of(Given.bandwidth("a", "b", "rail0", 9.9)),
                        List.of());
        assertThat(c.alike()).hasSize(1);
        assertThat(c.alike().getFirst().ratio()).isCloseTo(0.10, within(1e-9));
        assertThat(c.alike().getFirst().single()).isTrue();
        assertThat(c.alike().getFirst().change()).isEqualTo(Comparison.Change.UNCERTAIN);
    }

    @Test
    void ofSingleRunsOnlyLargeDifferencesAreJudged() {
        assertThat(
                        Comparison.of(
                                        List.of(Given.bandwidth("a", "b", "rail0", 9.0)),
                                        List.of(Given.bandwidth("a", "b", "rail0", 6.0)),
                                        List.of())
                                .alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.WORSE);
        assertThat(
                        Comparison.of(
                                        List.of(Given.bandwidth("a", "b", "rail0", 9.0)),
                                        List.of(Given.bandwidth("a", "b", "rail0", 9.0)),
                                        List.of())
                                .alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.SAME);
    }

    @Test
    void unlikeConditionsAreRefusedAndNamed() {
        Measurement before = Given.bandwidth("a", "b", "rail0", 9.0);
        Measurement after = Given.with(Given.bandwidth("a", "b", "rail0", 9.9), "mtu", "1500");
        Comparison refused = Comparison.of(List.of(before), List.of(after), List.of());
        assertThat(refused.alike()).isEmpty();
        assertThat(refused.refused().getFirst().differences()).containsExactly("mtu: 9000 / 1500");
        Comparison aboutMtu = Comparison.of(List.of(before), List.of(after), List.of("mtu"));
        assertThat(aboutMtu.alike()).hasSize(1);
        assertThat(aboutMtu.refused()).isEmpty();
    }

    @Test
    void halfAndFullRoundTripsAreNeverCompared() {
        Comparison c =
                Comparison.of(
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.MEAN, 20, "half")),
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.MEAN, 40, "full")),
                        List.of());
        assertThat(c.alike()).isEmpty();
        assertThat(c.refused().getFirst().differences()).containsExactly("trip: half / full");
    }

    @Test
    void whatTheComparisonMayBeAboutIsNamedAndARoundTripIsNone() {
        Measurement jumbo = Given.with(Given.bandwidth("a", "b", "rail0", 9), "mtu", "9000");
        Measurement small = Given.with(Given.bandwidth("a", "b", "rail0", 8), "mtu", "1500");
        assertThat(Comparison.of(List.of(jumbo), List.of(small), List.of()).option())
                .contains("--about mtu");
        assertThat(Comparison.of(List.of(jumbo), List.of(small), List.of("mtu")).option())
                .isEmpty();
        Comparison trips =
                Comparison.of(
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.MEAN, 20, "half")),
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.MEAN, 40, "full")),
                        List.of());
        assertThat(trips.refused()).isNotEmpty();
        assertThat(trips.option()).isEmpty();
    }

    @Test
    void differentStatisticsDoNotMeet() {
        Comparison c =
                Comparison.of(
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.MEAN, 20, "half")),
                        List.of(Given.latency("tcp.latency", "a", "b", Statistic.P50, 20, "half")),
                        List.of());
        assertThat(c.alike()).isEmpty();
        assertThat(c.onlyBefore()).hasSize(1);
        assertThat(c.onlyAfter()).hasSize(1);
    }

    @Test
    void aChangeWithinTheSpreadOfTheRunsIsNone() {
        List<List<Measurement>> noisy =
                List.of(
                        List.of(Given.bandwidth("a", "b", "rail0", 9.0)),
                        List.of(Given.bandwidth("a", "b", "rail0", 8.0)),
                        List.of(Given.bandwidth("a", "b", "rail0", 10.0)));
        List<Measurement> before = Repeats.of(noisy).measurements();
        assertThat(Repeats.of(noisy).noise()).singleElement().asString().contains("22 %");
        List<Measurement> after =
                List.of(Given.with(Given.bandwidth("a", "b", "rail0", 8.2), "runs", "3"));
        Comparison c = Comparison.of(before, after, List.of());
        assertThat(c.alike()).hasSize(1);
        assertThat(c.alike().getFirst().noise()).isCloseTo(2.0 / 9, within(1e-9));
        assertThat(c.alike().getFirst().change()).isEqualTo(Comparison.Change.SAME);
    }

    @Test
    void lessLatencyIsBetterAndMoreRetransmitsAreWorse() {
        Measurement before = Given.latency("tcp.latency", "a", "b", Statistic.P50, 20, "half");
        Measurement after = Given.latency("tcp.latency", "a", "b", Statistic.P50, 10, "half");
        assertThat(Comparison.of(List.of(before), List.of(after), List.of()).alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.BETTER);
        Measurement none = retransmits(0);
        Measurement some = retransmits(12);
        assertThat(Comparison.of(List.of(none), List.of(some), List.of()).alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.UNCERTAIN);
        assertThat(Comparison.of(List.of(retransmits(10)), List.of(some), List.of()).alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.UNCERTAIN);
        assertThat(Comparison.of(List.of(some), List.of(retransmits(90)), List.of()).alike())
                .extracting(Comparison.Row::change)
                .containsExactly(Comparison.Change.WORSE);
    }

    @Test
    void theLargestOfASingleRunIsChance() {
        List<Comparison.Change> changes = new ArrayList<>();
        for (Statistic s : List.of(Statistic.MAX, Statistic.STDDEV, Statistic.P50)) {
            Measurement before = Given.latency("tcp.latency", "a", "b", s, 20, "half");
            Measurement after = Given.latency("tcp.latency", "a", "b", s, 40, "half");
            changes.add(
                    Comparison.of(List.of(before), List.of(after), List.of())
                            .alike()
                            .getFirst()
                            .change());
        }
        assertThat(changes)
                .containsExactly(
                        Comparison.Change.UNCERTAIN,
                        Comparison.Change.UNCERTAIN,
                        Comparison.Change.WORSE);
    }

    private static Measurement retransmits(int n) {
        Measurement m = Given.bandwidth("a", "b", "rail0", 1);
        return new Measurement(
                "tcp.retransmits",
                n,
                "count",
                Statistic.TOTAL,
                m.conditions(),
                m.source(),
                m.expectation());
    }
}
