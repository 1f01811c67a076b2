package io.railhead.bench.saturate;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.Case;
import io.railhead.bench.Settings;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.time.Duration;
import java.util.List;

/// The latency test beside a load: of the class that is loaded. RDMA where RDMA is the load, since
/// TCP waits in the queue of another class.
record SaturateProbe(Benchmark benchmark, Settings settings, boolean rdma) {
    /// Messages of an RDMA latency test: as many as perftest's percentiles are worth, and as few as
    /// soft-RoCE bears.
    static final int MOST = 10_000;

    static final int FEWEST = 200;

    /// By how much a round trip may grow under load and the test still end before the load does.
    private static final double GROWTH = 20;

    static SaturateProbe of(Settings settings, boolean rdma) {
        Benchmark tool = Benchmarks.of(rdma ? "perftest" : "sockperf").getFirst();
        return new SaturateProbe(tool, settings, rdma);
    }

    Case idle() {
        return rdma ? messages(idleMessages()) : benchmark.cases(settings).getFirst();
    }

    private int idleMessages() {
        return Math.min(MOST, settings.rdma().iterations().orElse(MOST));
    }

    /// Beside the load. sockperf ends before the flows do, since what it sends on an idle path
    /// outnumbers what it sent beside them; perftest gives percentiles only by
    /// messages, so they are as many as fit into the first half of the load if each takes
    /// [#GROWTH] times what it took on the idle path.
    ///
    /// @param idle what the idle path gave
    Case loaded(List<Measurement> idle) {
        if (!rdma) {
            return benchmark.cases(settings.withTime(inside(settings.time()))).getFirst();
        }
        return messages(
                idle.stream()
                        .filter(m -> m.statistic() == Statistic.P50 && m.value() > 0)
                        .findFirst()
                        .map(m -> fitting(settings.time(), trips(m) * m.value()))
                        .orElse(FEWEST));
    }

    /// sockperf takes up to two seconds more than it is given, to warm up and to end.
    static Duration inside(Duration load) {
        return Duration.ofSeconds(Math.max(1, load.toSeconds() - 3));
    }

    /// @param nanos of a round trip on the idle path
    static int fitting(Duration load, double nanos) {
        double fit = load.toNanos() / 2.0 / (GROWTH * nanos);
        return (int) Math.clamp(fit, FEWEST, MOST);
    }

    private static int trips(Measurement m) {
        return m.conditions().get("trip").equals("full") ? 1 : 2;
    }

    private Case messages(int n) {
        return benchmark.cases(settings.withRdma(settings.rdma().asProbe(n))).getLast();
    }

    /// Seconds after the flows, which take a moment to come up.
    int delay() {
        return settings.time().toSeconds() < 4 ? 0 : 1;
    }
}
