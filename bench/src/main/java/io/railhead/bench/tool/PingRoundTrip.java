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
import io.railhead.model.fact.PingResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// ICMP echo: the full round trip, and whether anything is lost on an idle path.
///
/// One request every 0.2 seconds, the least an ordinary user may ask for: CPUs fall asleep between
/// them, so that the value is larger than what a busy connection sees.
@AutoService(Benchmark.class)
public final class PingRoundTrip implements Benchmark {
    private static final Tool TOOL = new Tool("ping", "iputils-ping");
    private static final Duration INTERVAL = Duration.ofMillis(200);

    /// Echo requests that fill a time, at least one.
    public static int requests(Duration time) {
        return Math.clamp(time.toMillis() / INTERVAL.toMillis(), 1, Integer.MAX_VALUE);
    }

    @Override
    public String name() {
        return "ping";
    }

    @Override
    public String about() {
        return "ICMP round trip (full) and loss on an idle path";
    }

    @Override
    public List<Tool> tools() {
        return List.of(TOOL);
    }

    @Override
    public List<Case> cases(Settings settings) {
        return List.of(
                new Case(
                        "ping",
                        INTERVAL.multipliedBy(settings.pings()),
                        Conditions.of(
                                "tool", "ping",
                                "protocol", "ICMP",
                                "message", "56",
                                "load", "idle",
                                "trip", "full",
                                "requests", Integer.toString(settings.pings()))));
    }

    @Override
    public Optional<String> server(Ends ends) {
        return Optional.empty();
    }

    @Override
    public String client(Case setting, Ends ends) {
        return "ping -n -q -c %s -i 0.2 -W 1 -s %s -I %s %s"
                .formatted(
                        setting.conditions().get("requests"),
                        setting.conditions().get("message"),
                        ends.fromAddress(),
                        ends.toAddress());
    }

    @Override
    public Outcome read(Case setting, Transcript client) {
        Reader.Read<PingResult> read = Reader.read(client, PingResult.class);
        if (read.fact().isEmpty()) {
            return Outcome.failed(read.why());
        }
        PingResult result = read.fact().get();
        if (result.sent() == 0) {
            return Outcome.failed(result.error().orElse("ping sent nothing"));
        }
        String unanswered =
                "no answer to %d requests%s"
                        .formatted(result.sent(), result.error().map(e -> ": " + e).orElse(""));
        // What ping itself could not send says nothing of the path; that nothing came back does.
        if (result.received() == 0 && result.error().filter(e -> e.contains("ping:")).isPresent())
            return Outcome.failed(unanswered);
        List<String> notes = result.received() == 0 ? List.of(unanswered) : List.of();
        List<Measurement> values = new ArrayList<>();
        add(result.minMillis(), Statistic.MIN, result, values);
        add(result.avgMillis(), Statistic.MEAN, result, values);
        add(result.maxMillis(), Statistic.MAX, result, values);
        add(result.mdevMillis(), Statistic.STDDEV, result, values);
        double lost = result.sent() - result.received();
        values.add(
                new Measurement(
                        "ping.loss",
                        lost / result.sent(),
                        "ratio",
                        Statistic.TOTAL,
                        Conditions.of(),
                        result.source(),
                        Optional.empty()));
        return Outcome.of(values, notes);
    }

    private static void add(
            OptionalDouble millis,
            Statistic statistic,
            PingResult result,
            List<Measurement> values) {
        if (millis.isPresent()) {
            values.add(
                    new Measurement(
                            "ping.rtt",
                            millis.getAsDouble() * 1e6,
                            "ns",
                            statistic,
                            Conditions.of(),
                            result.source(),
                            Optional.empty()));
        }
    }
}
