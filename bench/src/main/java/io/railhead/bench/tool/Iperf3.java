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
import io.railhead.model.Source;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
import io.railhead.model.fact.IperfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// TCP bandwidth by iperf3, with one stream and with several.
///
/// The value is what arrived (`sum_received`), as a mean over the run. Before iperf3 3.16 one
/// process was one thread, so that several streams share one core; the version stands in the
/// conditions.
@AutoService(Benchmark.class)
public final class Iperf3 implements Benchmark {
    private static final Tool TOOL = new Tool("iperf3", "iperf3");

    @Override
    public String name() {
        return "iperf3";
    }

    @Override
    public String about() {
        return "TCP bandwidth between two hosts, with one stream and with several";
    }

    @Override
    public List<Tool> tools() {
        return List.of(TOOL);
    }

    @Override
    public int usualPort() {
        return 5201;
    }

    @Override
    public boolean fillsTheLine() {
        return true;
    }

    @Override
    public List<Case> cases(Settings settings) {
        return settings.streams().stream()
                .map(
                        n -> {
                            Conditions c =
                                    Conditions.of(
                                            "tool", "iperf3",
                                            "protocol", "TCP",
                                            "direction", "one-way",
                                            "streams", Integer.toString(n),
                                            "duration", Long.toString(settings.time().toSeconds()));
                            if (settings.window().isPresent()) {
                                c = c.with("window", Long.toString(settings.window().getAsLong()));
                            }
                            String label = "iperf3, " + n + (n == 1 ? " stream" : " streams");
                            return new Case(label, settings.time(), c);
                        })
                .toList();
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.of("iperf3 -s -B " + ends.toAddress() + " -p " + ends.port());
    }

    @Override
    public String client(Case setting, Ends ends) {
        Conditions c = setting.conditions();
        String window = c.get("window").isEmpty() ? "" : " -w " + c.get("window");
        return "iperf3 -J -i 0 --connect-timeout 3000 -c %s -B %s -p %s -t %s -P %s%s"
                .formatted(
                        ends.toAddress(),
                        ends.fromAddress(),
                        ends.port(),
                        c.get("duration"),
                        c.get("streams"),
                        window);
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<IperfRun> read = Reader.read(client, IperfRun.class);
        if (read.fact().isEmpty()) {
            return Outcome.failed(read.why());
        }
        IperfRun run = read.fact().get();
        if (run.error().isPresent()) {
            return Outcome.failed(run.error().get());
        }
        if (run.received().isEmpty()) {
            return Outcome.failed("iperf3 gave no received rate");
        }
        Conditions c = Conditions.of();
        if (run.version().isPresent()) {
            c = c.with("version", run.version().get());
        }
        if (run.congestion().isPresent()) {
            c = c.with("congestion", run.congestion().get());
        }
        Source source = run.source();
        List<Measurement> values = new ArrayList<>();
        values.add(
                measured(
                        "tcp.bandwidth",
                        run.received().get().bitsPerSecond(),
                        "bit/s",
                        Statistic.MEAN,
                        c,
                        source));
        if (run.retransmits().isPresent()) {
            values.add(
                    measured(
                            "tcp.retransmits",
                            run.retransmits().getAsLong(),
                            "count",
                            Statistic.TOTAL,
                            c,
                            source));
        }
        cpu("tcp.cpu.sender", run.hostCpuPercent(), c, source, values);
        cpu("tcp.cpu.receiver", run.remoteCpuPercent(), c, source, values);
        return Outcome.of(values, List.of());
    }

    /// iperf3 states the CPU time of its own process, in percent of one core; 1 is one core.
    private static void cpu(
            String metric,
            OptionalDouble percent,
            Conditions c,
            Source source,
            List<Measurement> values) {
        if (percent.isPresent()) {
            double share = percent.getAsDouble() / 100;
            values.add(measured(metric, share, "ratio", Statistic.MEAN, c, source));
        }
    }

    private static Measurement measured(
            String metric, double value, String unit, Statistic statistic, Conditions c, Source s) {
        return new Measurement(metric, value, unit, statistic, c, s, Optional.empty());
    }
}
