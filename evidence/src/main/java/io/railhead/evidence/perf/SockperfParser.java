package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.SockperfRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// `sockperf ping-pong` and `under-load`. Latency is half a round trip, unless `--full-rtt` was
/// given: then the rows say `avg-rtt` and `Round trip`. Old builds print `avg-lat=`.
@AutoService(Parser.class)
public final class SockperfParser implements Parser {
    private static final Pattern VERSION = Pattern.compile(".*== version #(\\S+) ==.*");
    private static final Pattern ENDPOINT =
            Pattern.compile("\\[ *\\d+\\] IP = .* PORT = .*# (TCP|UDP).*");
    private static final Pattern COUNTS =
            Pattern.compile(
                    "sockperf: \\[(Total Run|Valid Duration)\\] RunTime=([\\d.]+) sec;.*?"
                            + "SentMessages=(\\d{1,18}); ReceivedMessages=(\\d{1,18}).*");
    private static final Pattern AVERAGE =
            Pattern.compile(
                    ".*====> avg-(lat|latency|rtt)= *([\\d.]+) \\(std-dev= *([\\d.]+)\\).*");
    private static final Pattern LOSSES =
            Pattern.compile(
                    "sockperf: # dropped messages = (\\d{1,18}); # duplicated messages = (\\d{1,18});"
                            + " # out-of-order messages = (\\d{1,18}).*");
    private static final Pattern OBSERVATIONS =
            Pattern.compile("sockperf: Total (\\d{1,18}) observations.*");
    private static final Pattern OBSERVATION =
            Pattern.compile(
                    "sockperf: ---> (?:<(MAX|MIN)> observation|percentile ([\\d.]+)) = *([\\d.]+)");
    private static final Pattern ERROR = Pattern.compile("sockperf: ERROR: (.*)");
    private static final Pattern SUMMARY = Pattern.compile("sockperf: Summary: .*");

    /// Progress and headings.
    private static final Pattern IGNORED =
            Pattern.compile(
                    "sockperf(?:\\[CLIENT\\])?:? ?(?:send on:.*|Warmup stage.*|Starting test.*"
                            + "|Test end.*|=+ Printing statistics.*|NOTE: .*|WARNING: .*"
                            + "|Total of \\d+ messages sent.*|\\[SERVER\\].*)");

    @Override
    public String name() {
        return "sockperf";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(SockperfRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("sockperf");
    }

    @Override
    public boolean recognises(String text) {
        return text.lines().anyMatch(l -> l.startsWith("sockperf: ") || l.startsWith("sockperf["));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "sockperf");
        Run run = new Run();
        for (Lines.Line line : lines) {
            if (!line.isLeft() || line.text().length() > 400) continue;
            if (run.take(line)) {
                line.read();
            } else if (line.match(IGNORED).isPresent()) {
                line.ignore();
            }
        }
        Optional<SockperfRun> fact = run.fact(lines);
        if (fact.isEmpty()) {
            lines.unavailable(run.error.or(lines::complaint).orElse("no latency printed"));
        }
        return lines.reading(fact.stream().toList());
    }

    private static final class Run {
        private final Map<Double, Double> percentiles = new LinkedHashMap<>();
        private Optional<String> version = Optional.empty();
        private Optional<String> error = Optional.empty();
        private Optional<String> transport = Optional.empty();
        private OptionalDouble valid = OptionalDouble.empty();
        private OptionalDouble total = OptionalDouble.empty();
        private OptionalLong sent = OptionalLong.empty();
        private OptionalLong received = OptionalLong.empty();
        private OptionalLong totalSent = OptionalLong.empty();
        private OptionalLong totalReceived = OptionalLong.empty();
        private OptionalDouble average = OptionalDouble.empty();
        private OptionalDouble deviation = OptionalDouble.empty();
        private OptionalDouble min = OptionalDouble.empty();
        private OptionalDouble max = OptionalDouble.empty();
        private OptionalLong observations = OptionalLong.empty();
        private long dropped;
        private long duplicated;
        private long outOfOrder;
        private boolean fullRoundTrip;
        private Lines.@Nullable Line first;
        private Lines.@Nullable Line last;

        boolean take(Lines.Line line) {
            Matcher m;
            if ((m = line.match(VERSION).orElse(null)) != null) {
                version = Optional.of(m.group(1));
            } else if ((m = line.match(ENDPOINT).orElse(null)) != null) {
                transport = Optional.of(m.group(1));
            } else if ((m = line.match(COUNTS).orElse(null)) != null) {
                counts(m);
                cite(line);
            } else if ((m = line.match(AVERAGE).orElse(null)) != null) {
                fullRoundTrip = m.group(1).equals("rtt");
                average = Numbers.toDouble(m.group(2));
                deviation = Numbers.toDouble(m.group(3));
                cite(line);
            } else if ((m = line.match(LOSSES).orElse(null)) != null) {
                dropped = Numbers.toLong(m.group(1)).orElse(0);
                duplicated = Numbers.toLong(m.group(2)).orElse(0);
                outOfOrder = Numbers.toLong(m.group(3)).orElse(0);
                cite(line);
            } else if ((m = line.match(OBSERVATIONS).orElse(null)) != null) {
                observations = Numbers.toLong(m.group(1));
                cite(line);
            } else if ((m = line.match(OBSERVATION).orElse(null)) != null) {
                observation(m);
                cite(line);
            } else if ((m = line.match(ERROR).orElse(null)) != null) {
                error = Optional.of(m.group(1));
            } else {
                return line.match(SUMMARY).isPresent();
            }
            return true;
        }

        private void cite(Lines.Line line) {
            if (first == null) first = line;
            last = line;
        }

        private void counts(Matcher m) {
            if (m.group(1).equals("Total Run")) {
                total = Numbers.toDouble(m.group(2));
                totalSent = Numbers.toLong(m.group(3));
                totalReceived = Numbers.toLong(m.group(4));
            } else {
                valid = Numbers.toDouble(m.group(2));
                sent = Numbers.toLong(m.group(3));
                received = Numbers.toLong(m.group(4));
            }
        }

        private void observation(Matcher m) {
            OptionalDouble value = Numbers.toDouble(m.group(3));
            if (value.isEmpty()) return;
            if (m.group(1) == null) {
                Numbers.toDouble(m.group(2))
                        .ifPresent(p -> percentiles.put(p, value.getAsDouble()));
            } else if (m.group(1).equals("MAX")) {
                max = value;
            } else {
                min = value;
            }
        }

        Optional<SockperfRun> fact(Lines lines) {
            if (average.isEmpty() || first == null || last == null) return Optional.empty();
            return Optional.of(
                    new SockperfRun(
                            version,
                            mode(lines.command()),
                            transport.orElse(lines.command().has("--tcp") ? "TCP" : "UDP"),
                            valid,
                            sent.orElse(totalSent.orElse(0)),
                            received.orElse(totalReceived.orElse(0)),
                            average.getAsDouble(),
                            deviation.orElse(0),
                            dropped,
                            duplicated,
                            outOfOrder,
                            min,
                            max,
                            percentiles,
                            fullRoundTrip,
                            observations,
                            total,
                            totalSent,
                            totalReceived,
                            first.to(last)));
        }

        private static String mode(CommandLine command) {
            if (!command.is("sockperf")) return "";
            return switch (command.operands().stream().findFirst().orElse("")) {
                case "ping-pong", "pp" -> "ping-pong";
                case "under-load", "ul" -> "under-load";
                case "playback", "pb" -> "playback";
                case "throughput", "tp" -> "throughput";
                default -> "";
            };
        }
    }
}
