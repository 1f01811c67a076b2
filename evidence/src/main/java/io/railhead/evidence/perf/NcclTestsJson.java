package io.railhead.evidence.perf;

import io.railhead.evidence.Json;
import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.model.Source;
import io.railhead.model.fact.NcclTestRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/// What new nccl-tests write with `-J FILE`. Only one rank's device stands in it, so that its
/// arguments tell the number of ranks.
final class NcclTestsJson {
    private static final JsonShape SHAPE =
            JsonShape.of(
                    "nccl-tests JSON",
                    """
                    args[]                           text
                    config.nthreads                  count
                    config.ngpus                     count
                    config.devices[].rank            count
                    config.devices[].hostname        text
                    config.devices[].device          count
                    config.devices[].device_hex      text
                    config.devices[].device_info     text
                    results[].size                   count
                    results[].count                  count
                    results[].type                   text
                    results[].redop                  text
                    results[].root                   like \\s*(?:-?\\d{1,6})?\\s* -- a rank
                    results[].*place.time            number 0..1e12
                    results[].*place.alg_bw          number 0..1e9
                    results[].*place.bus_bw          number 0..1e9
                    results[].*place.nwrong          number 0..1e18
                    average_bus_bandwidth.bandwidth  number 0..1e9
                    out_of_bounds.count              number 0..1e18
                    nccl_version                     count
                    """);

    private NcclTestsJson() {}

    static boolean isOne(String text) {
        return text.contains("\"bus_bw\"") && text.contains("\"results\"");
    }

    static List<NcclTestRun> read(Lines lines) {
        List<NcclTestRun> runs = new ArrayList<>();
        Json.Found found = Json.elements(lines, SHAPE);
        for (Json.Located located : found.values()) {
            if (located.node().has("results")) {
                runs.add(run(located.node(), located.source()));
            }
        }
        if (runs.isEmpty()) {
            lines.unavailable(found.problem().orElse("no results of nccl-tests"));
        }
        return runs;
    }

    private static NcclTestRun run(JsonNode node, Source source) {
        JsonNode config = node.path("config");
        List<NcclTestRun.Device> devices = new ArrayList<>();
        for (JsonNode d : config.path("devices")) {
            devices.add(
                    new NcclTestRun.Device(
                            d.path("rank").asInt(-1),
                            d.path("hostname").asString(""),
                            d.path("device").asInt(-1),
                            d.path("device_hex").asString(""),
                            d.path("device_info").asString("")));
        }
        List<NcclTestRun.Row> rows = new ArrayList<>();
        for (JsonNode r : node.path("results")) {
            half(r.path("out_of_place"))
                    .ifPresent(
                            out ->
                                    rows.add(
                                            new NcclTestRun.Row(
                                                    r.path("size").asLong(0),
                                                    r.path("count").asLong(0),
                                                    r.path("type").asString(""),
                                                    r.path("redop").asString("").strip(),
                                                    root(r.path("root").asString("")),
                                                    out,
                                                    half(r.path("in_place")),
                                                    source)));
        }
        int ranks = config.path("nthreads").asInt(0) * config.path("ngpus").asInt(0);
        JsonNode average = node.path("average_bus_bandwidth").path("bandwidth");
        JsonNode wrong = node.path("out_of_bounds").path("count");
        JsonNode version = node.path("nccl_version");
        return new NcclTestRun(
                collective(node.path("args")),
                ranks > 0 ? OptionalInt.of(ranks) : OptionalInt.empty(),
                devices,
                rows,
                average.isNumber() ? OptionalDouble.of(average.asDouble()) : OptionalDouble.empty(),
                wrong.isNumber() ? OptionalLong.of(wrong.asLong()) : OptionalLong.empty(),
                version.isNumber() ? OptionalInt.of(version.asInt()) : OptionalInt.empty(),
                new TreeMap<>(),
                source);
    }

    private static Optional<NcclTestRun.Half> half(JsonNode node) {
        if (!node.path("bus_bw").isNumber() || !node.path("alg_bw").isNumber()) {
            return Optional.empty();
        }
        JsonNode wrong = node.path("nwrong");
        return Optional.of(
                new NcclTestRun.Half(
                        node.path("time").asDouble(0),
                        node.path("alg_bw").asDouble(),
                        node.path("bus_bw").asDouble(),
                        wrong.isNumber()
                                ? OptionalLong.of((long) wrong.asDouble())
                                : OptionalLong.empty()));
    }

    /// Printed as a string with blanks.
    private static OptionalInt root(String text) {
        String number = text.strip();
        return number.matches("-?\\d{1,6}")
                ? OptionalInt.of(Integer.parseInt(number))
                : OptionalInt.empty();
    }

    private static Optional<String> collective(JsonNode arguments) {
        if (!arguments.isArray() || arguments.isEmpty()) {
            return Optional.empty();
        }
        String program = arguments.get(0).asString("");
        String name = program.substring(program.lastIndexOf('/') + 1);
        return name.matches("\\w+_perf(_mpi)?")
                ? Optional.of(name.replaceFirst("_perf(_mpi)?$", ""))
                : Optional.empty();
    }
}
