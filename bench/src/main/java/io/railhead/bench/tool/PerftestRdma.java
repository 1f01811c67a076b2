package io.railhead.bench.tool;

import com.google.auto.service.AutoService;
import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Outcome;
import io.railhead.bench.RdmaEnd;
import io.railhead.bench.RdmaSettings;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.bench.Values;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// RDMA bandwidth and latency by perftest: `ib_write_bw`, `ib_read_bw`, `ib_send_bw` and their
/// latency programs, each with a server of its own, since one of perftest serves one client.
///
/// Bandwidths are asked for in Gb/s of 10^9 bits: `MB/sec` of old versions is 2^20 bytes.
/// Write and send latencies are half a round trip, read latencies a full one (perftest's source).
@AutoService(Benchmark.class)
public final class PerftestRdma implements Benchmark {
    private static final int LATENCY_BYTES = 8;
    private static final int LATENCY_ITERATIONS = 10_000;

    /// A percentile needs this many samples beyond it.
    private static final double SAMPLES_BEYOND = 10;

    private static final List<Tool> TOOLS =
            List.of(
                    new Tool("ib_write_bw", "perftest"),
                    new Tool("ib_read_bw", "perftest"),
                    new Tool("ib_send_bw", "perftest"),
                    new Tool("stdbuf", "coreutils"));

    @Override
    public String name() {
        return "perftest";
    }

    @Override
    public String about() {
        return "RDMA bandwidth and latency of write, read and send between two hosts";
    }

    @Override
    public List<Tool> tools() {
        return TOOLS;
    }

    @Override
    public int usualPort() {
        return 18_515;
    }

    @Override
    public boolean oneRunAServer() {
        return true;
    }

    @Override
    public boolean fillsTheLine() {
        return true;
    }

    @Override
    public List<Case> cases(Settings settings) {
        RdmaSettings rdma = settings.rdma();
        List<Case> cases = new ArrayList<>();
        for (String verb : rdma.verbs()) {
            for (long size : rdma.sizes()) {
                for (int qps : rdma.qps()) {
                    cases.add(bandwidth(settings, verb, size, qps));
                }
            }
        }
        if (rdma.latency()) {
            rdma.verbs().forEach(verb -> cases.add(latency(settings, verb)));
        }
        return cases;
    }

    private static Case bandwidth(Settings settings, String verb, long size, int qps) {
        RdmaSettings rdma = settings.rdma();
        Conditions c =
                common(rdma, verb)
                        .with("direction", rdma.bidirectional() ? "both" : "one-way")
                        .with("message", Long.toString(size))
                        .with("qps", Integer.toString(qps));
        Duration takes = settings.time();
        if (rdma.iterations().isPresent()) {
            c = c.with("iterations", Integer.toString(rdma.iterations().getAsInt()));
        } else {
            c = c.with("duration", Long.toString(settings.time().toSeconds()));
        }
        String label =
                "%s bandwidth, %s, %d %s%s"
                        .formatted(
                                verb,
                                Values.bytes(size),
                                qps,
                                qps == 1 ? "QP" : "QPs",
                                rdma.bidirectional() ? ", both directions" : "");
        return new Case(label, takes, c);
    }

    private static Case latency(Settings settings, String verb) {
        RdmaSettings rdma = settings.rdma();
        int iterations = rdma.iterations().orElse(LATENCY_ITERATIONS);
        Conditions c =
                common(rdma, verb)
                        .with("message", Integer.toString(LATENCY_BYTES))
                        .with("qps", "1")
                        .with("load", "idle")
                        .with("iterations", Integer.toString(iterations));
        return new Case(verb + " latency, " + LATENCY_BYTES + " B", Duration.ofSeconds(2), c);
    }

    private static Conditions common(RdmaSettings rdma, String verb) {
        Conditions c =
                Conditions.of(
                        "tool",
                        "perftest",
                        "protocol",
                        "RDMA",
                        "verb",
                        verb,
                        "connection",
                        "RC",
                        "setup",
                        rdma.rdmaCm() ? "rdma-cm" : "socket",
                        "memory",
                        rdma.cuda().isPresent() ? "gpu" + rdma.cuda().getAsInt() : "host");
        if (rdma.pathMtu().isPresent()) {
            c = c.with("asked-mtu", Integer.toString(rdma.pathMtu().getAsInt()));
        }
        if (rdma.depth().isPresent()) {
            c = c.with("depth", Integer.toString(rdma.depth().getAsInt()));
        }
        if (rdma.trafficClass().isPresent()) {
            c = c.with("traffic-class", Integer.toString(rdma.trafficClass().getAsInt()));
        }
        return c;
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.of("ib_write_bw -p " + ends.port());
    }

    /// perftest prints that it waits once it does; over RDMA-CM no socket shows it.
    @Override
    public Optional<String> serverSays(Case setting) {
        return isCm(setting) ? Optional.of("Waiting for client to connect") : Optional.empty();
    }

    @Override
    public Optional<String> server(Case setting, Ends ends) {
        return Optional.of(command(setting, ends.toRdma(), ends));
    }

    @Override
    public String client(Case setting, Ends ends) {
        return command(setting, ends.fromRdma(), ends) + " " + ends.toAddress();
    }

    /// Why two ends cannot do RDMA; empty when they can.
    @Override
    public Optional<String> unfit(Ends ends) {
        if (!ends.rdmaLacking().isEmpty()) {
            return Optional.of(ends.rdmaLacking());
        }
        Optional<RdmaEnd> from = ends.fromRdma();
        Optional<RdmaEnd> to = ends.toRdma();
        return from.isPresent()
                        && to.isPresent()
                        && from.get().infiniBand() != to.get().infiniBand()
                ? Optional.of("one end is InfiniBand, the other RoCE (rdma-link-layer-wrong)")
                : Optional.empty();
    }

    private static boolean isCm(Case setting) {
        return setting.conditions().get("setup").equals("rdma-cm");
    }

    private static boolean isLatency(Case setting) {
        return !setting.conditions().get("load").isEmpty();
    }

    private static String command(Case setting, Optional<RdmaEnd> end, Ends ends) {
        Conditions c = setting.conditions();
        StringBuilder words = new StringBuilder("stdbuf -oL ib_");
        words.append(c.get("verb")).append(isLatency(setting) ? "_lat" : "_bw");
        if (end.isPresent()) {
            RdmaEnd rdma = end.get();
            words.append(" -d ").append(rdma.device()).append(" -i ").append(rdma.port());
            // RDMA-CM takes the GID of the address.
            if (!isCm(setting) && rdma.gidIndex().isPresent()) {
                words.append(" -x ").append(rdma.gidIndex().getAsInt());
            }
        }
        words.append(" -F -p ").append(ends.port()).append(" -s ").append(c.get("message"));
        if (!isLatency(setting)) {
            words.append(" --report_gbits -q ").append(c.get("qps"));
        }
        option(words, c, "duration", " -D ");
        option(words, c, "iterations", " -n ");
        // perftest does not take a deeper queue than it has messages, nor -t for latencies of old.
        if (!isLatency(setting)) {
            option(words, c, "depth", " -t ");
        }
        option(words, c, "asked-mtu", " -m ");
        option(words, c, "traffic-class", isCm(setting) ? " -T " : " --tclass=");
        if (c.get("direction").equals("both")) {
            words.append(" -b");
        }
        if (isCm(setting)) {
            words.append(" -R");
        }
        if (c.get("memory").startsWith("gpu")) {
            words.append(" --use_cuda=").append(c.get("memory").substring(3));
        }
        if (ends.toAddress().contains(":")) {
            words.append(" --ipv6-addr");
        }
        return words.toString();
    }

    private static void option(StringBuilder words, Conditions c, String key, String option) {
        if (!c.get(key).isEmpty()) {
            words.append(option).append(c.get(key));
        }
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<PerftestRun> read = Reader.read(client, PerftestRun.class);
        if (read.fact().isEmpty()) {
            return Outcome.failed(read.why());
        }
        PerftestRun run = read.fact().get();
        if (run.bandwidths().isEmpty() && run.latencies().isEmpty()) {
            return Outcome.failed(
                    run.errors().isEmpty()
                            ? Reader.why(client, List.of("perftest printed no row"))
                            : String.join("; ", run.errors()));
        }
        Conditions c = Conditions.of();
        if (run.mtu().isPresent()) {
            c = c.with("path-mtu", Integer.toString(run.mtu().getAsInt()));
        }
        List<Measurement> values = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (PerftestBandwidth row : run.bandwidths()) {
            bandwidth(run, row, c, values, notes);
        }
        for (PerftestLatency row : run.latencies()) {
            latency(run, row, c, values, notes);
        }
        if (run.mtu().isPresent() && !run.bandwidths().isEmpty()) {
            values.add(
                    measured(
                            "rdma.path-mtu",
                            run.mtu().getAsInt(),
                            "byte",
                            Statistic.MIN,
                            Conditions.of(),
                            run.source()));
        }
        run.errors().forEach(e -> notes.add("perftest said: " + e));
        return Outcome.of(values, notes);
    }

    private static void bandwidth(
            PerftestRun run,
            PerftestBandwidth row,
            Conditions c,
            List<Measurement> values,
            List<String> notes) {
        Conditions own = c.with("message", Long.toString(row.bytes()));
        values.add(
                measured(
                        "rdma.bandwidth",
                        row.average().bitsPerSecond(),
                        "bit/s",
                        Statistic.MEAN,
                        own,
                        row.source()));
        if (row.peak().isPresent() && run.peakMeasured()) {
            values.add(
                    measured(
                            "rdma.bandwidth",
                            row.peak().get().bitsPerSecond(),
                            "bit/s",
                            Statistic.PEAK,
                            own,
                            row.source()));
        }
        String unit = run.unit().orElse("");
        if (!unit.startsWith("Gb")) {
            notes.add(
                    "perftest printed %s %s, which are 2^20 bytes a second: %s"
                            .formatted(
                                    row.printedAverage(),
                                    unit.isEmpty() ? "MB/sec" : unit,
                                    row.average()));
        }
    }

    private static void latency(
            PerftestRun run,
            PerftestLatency row,
            Conditions c,
            List<Measurement> values,
            List<String> notes) {
        Conditions own =
                c.with("trip", run.halfRoundTrip() ? "half" : "full")
                        .with("message", Long.toString(row.bytes()));
        add(row.minMicros(), Statistic.MIN, own, row, values);
        add(row.typicalMicros(), Statistic.P50, own, row, values);
        add(OptionalDouble.of(row.averageMicros()), Statistic.MEAN, own, row, values);
        add(row.stdDevMicros(), Statistic.STDDEV, own, row, values);
        percentile(row.p99Micros(), Statistic.P99, 0.01, own, row, values, notes);
        percentile(row.p999Micros(), Statistic.P999, 0.001, own, row, values, notes);
        add(row.maxMicros(), Statistic.MAX, own, row, values);
    }

    private static void percentile(
            OptionalDouble micros,
            Statistic statistic,
            double beyond,
            Conditions c,
            PerftestLatency row,
            List<Measurement> values,
            List<String> notes) {
        if (row.iterations() * beyond >= SAMPLES_BEYOND * 0.999) {
            add(micros, statistic, c, row, values);
        } else if (micros.isPresent()) {
            notes.add(
                    "%s is left out: %d samples are too few for it"
                            .formatted(Values.statistic(statistic), row.iterations()));
        }
    }

    private static void add(
            OptionalDouble micros,
            Statistic statistic,
            Conditions c,
            PerftestLatency row,
            List<Measurement> values) {
        if (micros.isPresent()) {
            values.add(
                    measured(
                            "rdma.latency",
                            Math.rint(micros.getAsDouble() * 1e6) / 1e3,
                            "ns",
                            statistic,
                            c,
                            row.source()));
        }
    }

    private static Measurement measured(
            String metric, double value, String unit, Statistic statistic, Conditions c, Source s) {
        return new Measurement(metric, value, unit, statistic, c, s, Optional.empty());
    }
}
