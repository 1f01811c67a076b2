package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Bandwidth;
import io.railhead.model.Probe;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.IperfRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// `iperf3 -J` and `--json-stream`; also the text of `iperf3 -c`. A run that failed has the member
/// `error` and mostly nothing else.
@AutoService(Parser.class)
public final class Iperf3 implements Parser {

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "iperf3 JSON",
                    """
                    error                                     text
                    start.version                             text
                    start.connected                           list
                    start.tcp_mss                             count
                    start.tcp_mss_default                     count
                    start.test_start.protocol                 text
                    start.test_start.num_streams              count
                    start.test_start.reverse                  whole 0..1
                    intervals[].sum*.bits_per_second          number 0..1e15
                    intervals[].sum*.omitted                  flag
                    end.sum*.bits_per_second                  number 0..1e15
                    end.sum*.retransmits                      count
                    end.sum*.seconds                          number 0..1e9
                    end.sum*.jitter_ms                        number 0..1e9
                    end.sum*.lost_packets                     count
                    end.sum*.packets                          count
                    end.sender_tcp_congestion                 text
                    end.cpu_utilization_percent.host_total    number 0..1e6
                    end.cpu_utilization_percent.remote_total  number 0..1e6
                    """);

    /// Events of `--json-stream`, of which [#SHAPE] tells when they are together.
    private static final JsonShape EVENT = JsonShape.of("iperf3 JSON", "event  text");

    @Override
    public String name() {
        return "iperf3";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(IperfRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).is("iperf3");
    }

    @Override
    public boolean recognises(String text) {
        boolean json =
                text.contains("\"iperf ")
                        || (text.contains("\"sum_sent\"") && text.contains("\"bits_per_second\""))
                        || (text.contains("\"event\"") && text.contains("\"bits_per_second\""));
        return json || (!Iperf2.isOwn(text) && Iperf3Text.recognises(text));
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript, "iperf3");
        Json.Found found = Json.elements(lines, EVENT);
        List<Fact> facts = new ArrayList<>();
        Stream stream = new Stream();
        for (Json.Located located : found.values()) {
            if (located.node().has("event")) {
                stream.take(located);
            } else {
                facts.addAll(runs(located, lines));
            }
        }
        stream.whole().ifPresent(l -> facts.addAll(runs(l, lines)));
        if (facts.isEmpty()) Iperf3Text.read(lines).ifPresent(facts::add);
        // The brackets of iperf3's text are no JSON that failed.
        if (!found.values().isEmpty()) {
            found.problem().ifPresent(lines::unavailable);
        }
        if (facts.isEmpty()) {
            lines.unavailable(
                    lines.complaint().or(found::problem).orElse("no result of iperf3 in it"));
        }
        return lines.reading(facts);
    }

    /// The events of `--json-stream`, put together as `-J` has them.
    private static final class Stream {
        private final ObjectNode root = JsonNodeFactory.instance.objectNode();
        private Optional<Source> source = Optional.empty();

        void take(Json.Located event) {
            JsonNode data = event.node().get("data");
            String name = Json.text(event.node(), "event").orElse("");
            if (data == null) return;
            switch (name) {
                case "start", "end", "error" -> root.set(name, data);
                case "interval" -> root.withArray("intervals").add(data);
                default -> {
                    return;
                }
            }
            Source s = event.source();
            source =
                    Optional.of(
                            source.map(f -> new Source(f.document(), f.firstLine(), s.lastLine()))
                                    .orElse(s));
        }

        Optional<Json.Located> whole() {
            return source.map(s -> new Json.Located(root, s));
        }
    }

    private static List<IperfRun> runs(Json.Located located, Lines lines) {
        JsonNode root = located.node();
        Source source = located.source();
        SHAPE.judge(root, source, lines);
        JsonNode end = root.path("end");
        Optional<String> error = Json.text(root, "error");
        boolean any = end.has("sum_sent") || end.has("sum_received") || end.has("sum");
        if (!any && error.isEmpty()) return List.of();
        boolean reverse =
                Json.integer(root.path("start").path("test_start"), "reverse").orElse(0) == 1;
        List<IperfRun> runs = new ArrayList<>();
        runs.add(run(root, "", reverse, error, source));
        if (end.has("sum_received_bidir_reverse") || end.has("sum_bidir_reverse")) {
            runs.add(run(root, "_bidir_reverse", true, error, source));
        }
        return runs;
    }

    private static IperfRun run(
            JsonNode root, String suffix, boolean reverse, Optional<String> error, Source source) {
        JsonNode start = root.path("start");
        JsonNode test = start.path("test_start");
        JsonNode end = root.path("end");
        JsonNode sent = end.path("sum_sent" + suffix);
        JsonNode received = end.path("sum_received" + suffix);
        JsonNode udp = end.path("sum" + suffix);
        JsonNode cpu = end.path("cpu_utilization_percent");
        OptionalInt mss = Json.integer(start, "tcp_mss_default");
        return new IperfRun(
                Json.text(start, "version"),
                protocol(test),
                Json.integer(test, "num_streams").orElse(Json.array(start, "connected").size()),
                reverse,
                end.has("sum_sent" + suffix) ? rate(sent) : rate(udp),
                rate(received),
                Json.whole(sent, "retransmits"),
                Json.text(end, "sender_tcp_congestion"),
                mss.isPresent() ? mss : Json.integer(start, "tcp_mss"),
                first(Json.number(received, "seconds"), Json.number(udp, "seconds")),
                Json.number(udp, "jitter_ms"),
                Json.whole(udp, "lost_packets"),
                Json.whole(udp, "packets"),
                Json.number(cpu, "host_total"),
                Json.number(cpu, "remote_total"),
                intervals(root, suffix),
                error,
                source);
    }

    /// Old versions do not say it.
    private static String protocol(JsonNode test) {
        return test.has("protocol") ? Json.text(test, "protocol").orElse("") : "TCP";
    }

    private static OptionalDouble first(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() ? a : b;
    }

    private static Optional<Bandwidth> rate(JsonNode sum) {
        OptionalDouble bits = Json.number(sum, "bits_per_second");
        return bits.isPresent() ? Optional.of(new Bandwidth(bits.getAsDouble())) : Optional.empty();
    }

    private static List<Double> intervals(JsonNode root, String suffix) {
        List<Double> rates = new ArrayList<>();
        for (JsonNode interval : Json.array(root, "intervals")) {
            JsonNode sum = interval.path("sum" + suffix);
            JsonNode omitted = sum.get("omitted");
            if (omitted != null && omitted.isBoolean() && omitted.booleanValue()) continue;
            Json.number(sum, "bits_per_second").ifPresent(rates::add);
        }
        return rates;
    }
}
