package io.railhead.bench.tool;

import com.google.auto.service.AutoService;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Outcome;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.SockperfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// TCP latency by sockperf: ping-pong on an idle path, and under a steady load of messages.
///
/// sockperf prints half of the round trip; the conditions say `trip: half`. A percentile is kept
/// only when at least ten samples lie beyond it: of 1000 samples the «99.9th percentile» is nothing
/// but the largest.
@AutoService(Benchmark.class)
public final class Sockperf implements Benchmark {
    private static final Tool TOOL = new Tool("sockperf", "sockperf");

    /// Messages a second in the loaded case: sockperf's default.
    private static final String LOAD = "10000";

    /// sockperf asks for an answer to every 100th message by default; every 10th gives ten times
    /// the samples at little more load.
    private static final String REPLY_EVERY = "10";

    private static final int SAMPLES_BEYOND = 10;

    private static final Map<Double, Statistic> PERCENTILES =
            Map.of(
                    25.0, Statistic.P25,
                    50.0, Statistic.P50,
                    75.0, Statistic.P75,
                    90.0, Statistic.P90,
                    99.0, Statistic.P99,
                    99.9, Statistic.P999,
                    99.99, Statistic.P9999);

    @Override
    public String name() {
        return "sockperf";
    }

    @Override
    public String about() {
        return "TCP latency (half a round trip), idle and under load";
    }

    @Override
    public List<Tool> tools() {
        return List.of(TOOL);
    }

    @Override
    public int usualPort() {
        return 11_111;
    }

    @Override
    public List<Case> cases(Settings settings) {
        Conditions common =
                Conditions.of(
                        "tool", "sockperf",
                        "protocol", "TCP",
                        "streams", "1",
                        "message", Integer.toString(settings.messageBytes()),
                        "duration", Long.toString(settings.time().toSeconds()));
        return List.of(
                new Case("sockperf, ping-pong", settings.time(), common.with("load", "idle")),
                new Case(
                        "sockperf, under load",
                        settings.time(),
                        common.with("load", "under-load").with("mps", LOAD)));
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.of("sockperf server --tcp -i " + ends.toAddress() + " -p " + ends.port());
    }

    @Override
    public String client(Case setting, Ends ends) {
        Conditions c = setting.conditions();
        boolean idle = c.get("load").equals("idle");
        return "sockperf %s --tcp -i %s -p %s -t %s -m %s%s"
                .formatted(
                        idle ? "ping-pong" : "under-load",
                        ends.toAddress(),
                        ends.port(),
                        c.get("duration"),
                        c.get("message"),
                        idle ? "" : " --mps=" + c.get("mps") + " --reply-every=" + REPLY_EVERY);
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<SockperfRun> read = Reader.read(client, SockperfRun.class);
        if (read.fact().isEmpty()) {
            return Outcome.failed(read.why());
        }
        SockperfRun run = read.fact().get();
        long samples = run.observations().orElse(run.received());
        if (samples == 0) {
            return Outcome.failed("sockperf got no answer");
        }
        Conditions stated = Conditions.of("trip", run.fullRoundTrip() ? "full" : "half");
        Conditions c = run.version().map(v -> stated.with("version", v)).orElse(stated);
        List<Measurement> values = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        values.add(latency(run.averageMicros(), Statistic.MEAN, c, run));
        values.add(latency(run.stdDevMicros(), Statistic.STDDEV, c, run));
        add(run.minMicros(), Statistic.MIN, c, run, values);
        new TreeMap<>(run.percentileMicros())
                .forEach(
                        (percentile, micros) -> {
                            Statistic statistic = PERCENTILES.get(percentile);
                            double beyond = samples * (1 - percentile / 100);
                            if (statistic != null && beyond >= SAMPLES_BEYOND * 0.999) {
                                values.add(latency(micros, statistic, c, run));
                            } else if (statistic == Statistic.P99) {
                                notes.add(
                                        "p99 is left out: "
                                                + samples
                                                + " samples are too few for it");
                            }
                        });
        add(run.maxMicros(), Statistic.MAX, c, run, values);
        values.add(
                new Measurement(
                        "tcp.latency.samples",
                        samples,
                        "count",
                        Statistic.TOTAL,
                        c,
                        run.source(),
                        Optional.empty()));
        if (run.dropped() + run.duplicated() + run.outOfOrder() > 0) {
            notes.add(
                    "sockperf lost %d, got twice %d, got out of order %d messages"
                            .formatted(run.dropped(), run.duplicated(), run.outOfOrder()));
        }
        return Outcome.of(values, notes);
    }

    private static void add(
            OptionalDouble micros,
            Statistic statistic,
            Conditions c,
            SockperfRun run,
            List<Measurement> values) {
        if (micros.isPresent()) {
            values.add(latency(micros.getAsDouble(), statistic, c, run));
        }
    }

    private static Measurement latency(
            double micros, Statistic statistic, Conditions c, SockperfRun run) {
        return new Measurement(
                "tcp.latency", micros * 1e3, "ns", statistic, c, run.source(), Optional.empty());
    }
}
