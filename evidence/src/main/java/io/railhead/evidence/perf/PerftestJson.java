package io.railhead.evidence.perf;

import io.railhead.evidence.JsonShape;
import io.railhead.evidence.Lines;
import io.railhead.evidence.Numbers;
import io.railhead.model.Bandwidth;
import io.railhead.model.fact.PerftestBandwidth;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/// What perftest writes with `--out_json`: a member a line, names and words without quotes, commas
/// before closing braces; so it is read by lines and not as JSON.
///
/// Its bandwidths have no unit: they are Gb/s with `--report_gbits` and 2^20 bytes a second
/// without. Only the command tells, and without one they are not read.
final class PerftestJson {
    private static final Pattern MEMBER =
            Pattern.compile("\"?([\\w.]{1,60})\"?\\s*:\\s*\"?([^\",{}]{1,120}?)\"?\\s*,?");
    private static final Pattern BRACES = Pattern.compile("[{}\\[\\],\\s]*|\"?\\w+\"?\\s*:\\s*\\{");

    private static final JsonShape SHAPE =
            JsonShape.of(
                    "perftest JSON",
                    """
                    MsgSize         number 1..1e12
                    n_iterations    number 0..1e15
                    BW_peak         number 0..1e9
                    BW_average      number 0..1e9
                    MsgRate         number 0..1e9
                    t_*             number 0..1e12
                    percentile_99*  number 0..1e12
                    Number_of_qps   whole 1..1e6
                    Mtu             count
                    GID_index       whole -1..65535
                    """);

    private PerftestJson() {}

    static boolean isOne(String text) {
        return text.contains("test_info") && text.contains("MsgSize");
    }

    /// @param command as it was given; empty when it is not known
    static Optional<PerftestRun> read(Lines lines, String command) {
        Map<String, String> members = new LinkedHashMap<>();
        Optional<Lines.Line> first = Optional.empty();
        Optional<Lines.Line> last = Optional.empty();
        Optional<Lines.Line> row = Optional.empty();
        for (Lines.Line line : lines) {
            if (!line.isLeft()) continue;
            Matcher m = MEMBER.matcher(line.stripped());
            if (m.matches()) {
                members.putIfAbsent(m.group(1), m.group(2).strip());
                if (m.group(1).equals("MsgSize")) row = Optional.of(line);
                if (first.isEmpty()) first = Optional.of(line);
                last = Optional.of(line);
                line.read();
            } else if (BRACES.matcher(line.stripped()).matches()) {
                line.ignore();
            }
        }
        if (first.isEmpty() || last.isEmpty() || row.isEmpty()) return Optional.empty();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        members.forEach(node::put);
        SHAPE.judge(node, first.get().to(last.get()), lines);
        members.keySet().removeIf(name -> node.path(name).isNull());
        String given = command.contains("--out_json") ? command : above(lines, first.get());
        boolean known = given.contains("--out_json");
        boolean gigabits = given.contains("--report_gbits");
        List<PerftestBandwidth> bandwidths = new ArrayList<>();
        if (members.containsKey("BW_average")) {
            if (known) {
                bandwidth(members, gigabits, row.get()).ifPresent(bandwidths::add);
            } else {
                lines.unavailable(
                        "perftest's JSON does not say the unit of its bandwidths; keep the command"
                                + " with it, or use the table");
            }
        }
        List<PerftestLatency> latencies = new ArrayList<>();
        latency(members, row.get()).ifPresent(latencies::add);
        boolean unitless = members.containsKey("BW_average") && !known;
        if (bandwidths.isEmpty() && latencies.isEmpty() && !unitless) return Optional.empty();
        Map<String, String> settings = new LinkedHashMap<>();
        members.forEach((k, v) -> settings.put(k.replace('_', ' '), v));
        return Optional.of(
                new PerftestRun(
                        members.getOrDefault("test", "")
                                .replace("_BW_Test", " BW Test")
                                .replace("_Latency_Test", " Latency Test"),
                        Optional.ofNullable(members.get("Device")),
                        whole(members, "Number_of_qps"),
                        Optional.ofNullable(members.get("Connection_type")),
                        whole(members, "Mtu"),
                        Optional.ofNullable(members.get("Link_type")),
                        whole(members, "GID_index"),
                        members.getOrDefault("rdma_cm_QPs", "").equals("ON"),
                        Optional.empty(),
                        Optional.empty(),
                        bandwidths.isEmpty()
                                ? Optional.empty()
                                : Optional.of(gigabits ? "Gb/sec" : "MiB/sec"),
                        number(members, "BW_peak").orElse(0) > 0,
                        false,
                        bandwidths,
                        latencies,
                        List.of(),
                        settings,
                        first.get().to(last.get())));
    }

    /// The command line, where it stands above its output.
    private static String above(Lines lines, Lines.Line first) {
        for (Lines.Line line : lines) {
            if (line.number() >= first.number()) break;
            if (line.text().contains("--out_json")) return line.text();
        }
        return "";
    }

    private static Optional<PerftestBandwidth> bandwidth(
            Map<String, String> members, boolean gigabits, Lines.Line row) {
        OptionalDouble bytes = number(members, "MsgSize");
        OptionalDouble average = number(members, "BW_average");
        if (bytes.isEmpty() || average.isEmpty()) return Optional.empty();
        double peak = number(members, "BW_peak").orElse(0);
        return Optional.of(
                new PerftestBandwidth(
                        (long) bytes.getAsDouble(),
                        (long) number(members, "n_iterations").orElse(0),
                        peak > 0 ? Optional.of(rate(peak, gigabits)) : Optional.empty(),
                        rate(average.getAsDouble(), gigabits),
                        peak,
                        average.getAsDouble(),
                        number(members, "MsgRate"),
                        row.source()));
    }

    private static Bandwidth rate(double printed, boolean gigabits) {
        return gigabits ? Bandwidth.gbps(printed) : Bandwidth.mebibytes(printed);
    }

    private static Optional<PerftestLatency> latency(Map<String, String> members, Lines.Line row) {
        OptionalDouble average = number(members, "t_avg");
        OptionalDouble bytes = number(members, "MsgSize");
        if (average.isEmpty() || bytes.isEmpty()) return Optional.empty();
        return Optional.of(
                new PerftestLatency(
                        (long) bytes.getAsDouble(),
                        (long) number(members, "n_iterations").orElse(0),
                        number(members, "t_min"),
                        number(members, "t_max"),
                        number(members, "t_typical"),
                        average.getAsDouble(),
                        number(members, "t_stdev"),
                        number(members, "percentile_99"),
                        number(members, "percentile_99.9"),
                        row.source()));
    }

    private static OptionalDouble number(Map<String, String> members, String key) {
        return Numbers.toDouble(members.getOrDefault(key, ""));
    }

    private static OptionalInt whole(Map<String, String> members, String key) {
        return Numbers.toInt(members.getOrDefault(key, ""));
    }
}
