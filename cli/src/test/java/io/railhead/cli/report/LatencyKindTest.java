package io.railhead.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Percentiles of what is no TCP: RDMA, a loaded class, disks.
class LatencyKindTest {
    private static List<Measurement> of(
            String metric, String to, double[] micros, Statistic[] steps, String... more) {
        List<Measurement> all = new ArrayList<>();
        for (int i = 0; i < steps.length; i++) {
            all.add(
                    SampleReport.measurement(
                            metric, micros[i] * 1e3, "ns", steps[i], "h1", to, "rail0", more));
        }
        return all;
    }

    private static List<Measurement> run() {
        Statistic[] perftest = {
            Statistic.MIN, Statistic.P50, Statistic.MEAN, Statistic.P99, Statistic.P999
        };
        List<Measurement> all = new ArrayList<>();
        double[] write = {0.81, 0.85, 0.93, 5.05, 7.5};
        all.addAll(of("rdma.latency", "h2", write, perftest, "verb", "write", "trip", "half"));
        double[] read = {1.6, 1.7, 1.75, 3, 9};
        all.addAll(of("rdma.latency", "h2", read, perftest, "verb", "read", "trip", "full"));
        for (String load : List.of("idle", "under load")) {
            double[] seen = load.equals("idle") ? new double[] {20, 90} : new double[] {45, 900};
            all.addAll(
                    of(
                            "saturate.latency",
                            "h2",
                            seen,
                            new Statistic[] {Statistic.P50, Statistic.P99},
                            "load",
                            load,
                            "trip",
                            "half"));
        }
        all.addAll(
                of(
                        "disk.latency",
                        "",
                        new double[] {80, 120, 300, 1200},
                        new Statistic[] {
                            Statistic.P50, Statistic.P99, Statistic.P999, Statistic.P9999
                        },
                        "access",
                        "randread",
                        "block",
                        "4096",
                        "depth",
                        "1",
                        "trip",
                        "full"));
        // A median alone is no distribution.
        all.addAll(
                of(
                        "disk.latency",
                        "",
                        new double[] {80},
                        new Statistic[] {Statistic.P50},
                        "access",
                        "write",
                        "block",
                        "1048576",
                        "depth",
                        "16"));
        return all;
    }

    @Test
    void whatItsTableTellsIsNotToldAmongTheFiguresUnlessItWasJudged() {
        List<Measurement> all = new ArrayList<>(run());
        String unjudged = Figures.text(all, 100);
        assertThat(unjudged)
                .contains("RDMA write latency mean", "disk write latency")
                .doesNotContain("RDMA write latency p50", "disk randread latency");
        all.replaceAll(
                m ->
                        m.metric().equals("rdma.latency") && m.statistic() == Statistic.P50
                                ? m.expecting(new Expectation(0, 1e3, 1e9, "a wire takes so long"))
                                : m);
        assertThat(Figures.text(all, 100))
                .contains("RDMA write latency p50")
                .doesNotContain("RDMA write latency p99");
    }

    @Test
    void eachProtocolVerbLoadedClassAndAccessIsAKind() {
        assertThat(LatencyKind.of(run()).stream().map(k -> k.name() + ", " + k.trip()))
                .containsExactly(
                        "RDMA read, full round trip",
                        "RDMA write, half a round trip",
                        "disk randread, 4096 B, depth 1, from request to answer",
                        "the loaded class, half a round trip");
    }

    @Test
    void thePercentilesAreATableInText() {
        StringBuilder out = new StringBuilder();
        LatencyKind.text(out, run(), 80);
        assertThat(out.toString())
                .containsPattern(
                        "Latency of RDMA write, half a round trip\\n-+\\n"
                                + "where +min +p50 +p99 +p99.9\\n"
                                + "h1>h2 +0.81 µs +0.85 µs +5.05 µs +7.5 µs\\n")
                .containsPattern("h1>h2 +20 µs +90 µs\\nh1>h2, loaded +45 µs +900 µs\\n")
                .containsPattern("p99.99\\nh1 +80 µs +120 µs +300 µs +1.2 ms");
        assertThat(out.toString().lines()).allMatch(l -> l.length() <= 80);
    }

    @Test
    void eachKindHasItsOwnChart() {
        String page =
                HtmlReport.render(
                        ReportData.builder("Latencies", Instant.EPOCH, "0.1.0")
                                .run(
                                        io.railhead.store.Run.of(
                                                        "r",
                                                        "bench",
                                                        "perftest",
                                                        "lab",
                                                        Instant.EPOCH,
                                                        Duration.ZERO,
                                                        "0.1.0")
                                                .withMeasurements(run()))
                                .build());
        assertThat(page)
                .contains("RDMA write latency by percentile", "RDMA read latency by percentile")
                .contains("the loaded class latency by percentile", "the loaded class, under load")
                .contains("disk randread, 4096 B, depth 1 latency by percentile")
                .contains("p99.99");
    }
}
