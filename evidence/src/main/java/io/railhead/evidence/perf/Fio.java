package io.railhead.evidence.perf;

import com.google.auto.service.AutoService;
import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.evidence.Parser;
import io.railhead.evidence.Reading;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.FioRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/// `fio --output-format=json`, versions 2 (microseconds) and 3 (nanoseconds), and the text of
/// version 3 without it. Warnings may precede the object.
@AutoService(Parser.class)
public final class Fio implements Parser {

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "fio JSON",
                    """
                    fio version                  text
                    global options.*             plain
                    jobs[].jobname               text
                    jobs[].error                 whole 0..4096
                    jobs[].job options.*         plain
                    jobs[].read.io_bytes         count
                    jobs[].read.bw_bytes         number 0..1e15
                    jobs[].read.bw               number 0..1e15
                    jobs[].read.iops             number 0..1e12
                    jobs[].read.runtime          count
                    jobs[].read.*lat*.mean       number 0..1e18
                    jobs[].read.*lat*.percentile.*   number 0..1e18
                    jobs[].write.io_bytes        count
                    jobs[].write.bw_bytes        number 0..1e15
                    jobs[].write.bw              number 0..1e15
                    jobs[].write.iops            number 0..1e12
                    jobs[].write.runtime         count
                    jobs[].write.*lat*.mean      number 0..1e18
                    jobs[].write.*lat*.percentile.*  number 0..1e18
                    """);

    @Override
    public String name() {
        return "fio";
    }

    @Override
    public List<Probe> probes() {
        return List.of();
    }

    @Override
    public Set<Class<? extends Fact>> gives() {
        return Set.of(FioRun.class);
    }

    @Override
    public boolean readsCommand(String command) {
        return CommandLine.of(command).program().equals("fio");
    }

    @Override
    public boolean recognises(String text) {
        return text.contains("\"fio version\"") || FioText.isOne(text);
    }

    @Override
    public Reading read(Transcript transcript) {
        Lines lines = Lines.of(transcript);
        List<FioRun> runs = new ArrayList<>();
        Json.Found found = Json.elements(lines, SHAPE);
        for (Json.Located located : found.values()) {
            JsonNode node = located.node();
            Json.text(node, "fio version")
                    .ifPresent(v -> runs.add(new FioRun(v, jobs(node), located.source())));
        }
        boolean json = !runs.isEmpty() || !FioText.isOne(transcript.stdout());
        if (!json) FioText.read(lines).ifPresent(runs::add);
        // The brackets of fio's text are no JSON that failed.
        if (json) found.problem().ifPresent(lines::unavailable);
        if (runs.isEmpty() && (found.problem().isEmpty() || !json)) {
            lines.unavailable(lines.complaint().orElse("no result of fio in it"));
        }
        return lines.reading(runs);
    }

    private static List<FioRun.Job> jobs(JsonNode run) {
        Map<String, String> global = strings(run.get("global options"));
        List<FioRun.Job> jobs = new ArrayList<>();
        for (JsonNode job : Json.array(run, "jobs")) {
            Map<String, String> options = new LinkedHashMap<>(global);
            options.putAll(strings(job.get("job options")));
            jobs.add(
                    new FioRun.Job(
                            Json.text(job, "jobname").orElse(""),
                            Json.integer(job, "error").orElse(0),
                            options,
                            side(job.get("read")),
                            side(job.get("write"))));
        }
        return jobs;
    }

    private static Map<String, String> strings(@org.jspecify.annotations.Nullable JsonNode node) {
        Map<String, String> values = new LinkedHashMap<>();
        if (node != null && node.isObject()) {
            for (var entry : node.properties()) {
                if (!entry.getValue().isContainer()) {
                    values.put(entry.getKey(), entry.getValue().asString(""));
                }
            }
        }
        return values;
    }

    private static FioRun.Side side(@org.jspecify.annotations.Nullable JsonNode side) {
        if (side == null || !side.isObject()) {
            return FioRun.Side.NONE;
        }
        // `bw` is KiB/s in every version, `io_bytes` KiB before 3.0; `bw_bytes` came with 3.0.
        boolean three = side.has("bw_bytes") || side.has("clat_ns");
        double bytesPerSecond =
                side.has("bw_bytes")
                        ? Json.number(side, "bw_bytes").orElse(0)
                        : Json.number(side, "bw").orElse(0) * 1024;
        long ioBytes = Json.whole(side, "io_bytes").orElse(0) * (three ? 1 : 1024);
        return new FioRun.Side(
                ioBytes,
                bytesPerSecond,
                Json.number(side, "iops").orElse(0),
                Json.whole(side, "runtime"),
                mean(side, "lat"),
                mean(side, "clat"),
                percentiles(side));
    }

    private static OptionalDouble mean(JsonNode side, String key) {
        JsonNode nanos = side.get(key + "_ns");
        if (nanos != null) return Json.number(nanos, "mean");
        JsonNode micros = side.get(key);
        if (micros == null) return OptionalDouble.empty();
        OptionalDouble mean = Json.number(micros, "mean");
        return mean.isPresent() ? OptionalDouble.of(mean.getAsDouble() * 1000) : mean;
    }

    private static Map<Double, Double> percentiles(JsonNode side) {
        for (String key : List.of("clat_ns", "lat_ns", "clat", "lat")) {
            JsonNode group = side.get(key);
            JsonNode node = group == null ? null : group.get("percentile");
            if (node == null || !node.isObject()) continue;
            double factor = key.endsWith("_ns") ? 1 : 1000;
            Map<Double, Double> values = new LinkedHashMap<>();
            for (var entry : node.properties()) {
                OptionalDouble at = Numbers.toDouble(entry.getKey());
                OptionalDouble value = Json.number(node, entry.getKey());
                // fio 2 pads its list with entries at percentile 0.
                if (at.isPresent() && at.getAsDouble() > 0 && value.isPresent()) {
                    values.put(at.getAsDouble(), value.getAsDouble() * factor);
                }
            }
            return values;
        }
        return Map.of();
    }
}
