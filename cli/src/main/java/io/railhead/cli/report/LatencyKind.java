package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.Repeats;
import io.railhead.cli.Table;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Latencies that are told together, percentile by percentile: those of one protocol and verb, of
/// the class that a saturation loads, or of one kind of access to disks.
///
/// @param name `TCP`, `RDMA write`, `disk randread, 4096 B, depth 1`
/// @param of with a statistic of [#STEPS]
record LatencyKind(String name, List<Measurement> of) {
    /// From the left to the right of a chart.
    static final List<Statistic> STEPS =
            List.of(
                    Statistic.MIN,
                    Statistic.P50,
                    Statistic.P90,
                    Statistic.P99,
                    Statistic.P999,
                    Statistic.P9999,
                    Statistic.MAX);

    private static final int MOST_ROWS = 24;

    /// The kinds of a run, TCP first; one that has a single statistic, of which no line can be
    /// drawn, is left out unless it is TCP's.
    static List<LatencyKind> of(List<Measurement> all) {
        Map<String, List<Measurement>> kinds = new TreeMap<>(Names.ORDER);
        List<Measurement> tcp = new ArrayList<>();
        for (Measurement m : all) {
            if (!m.unit().equals("ns") || !STEPS.contains(m.statistic()) || m.value() <= 0) {
                continue;
            }
            if (Paths.isLatency(m)) {
                tcp.add(m);
            } else if (m.metric().endsWith(".latency")
                    && !Paths.isTogether(m)
                    && !Repeats.isOfOthers(m)) {
                kinds.computeIfAbsent(name(m), n -> new ArrayList<>()).add(m);
            }
        }
        List<LatencyKind> found = new ArrayList<>();
        if (!tcp.isEmpty()) {
            found.add(new LatencyKind("TCP", tcp));
        }
        kinds.forEach(
                (name, of) -> {
                    if (of.stream().map(Measurement::statistic).distinct().count() > 1) {
                        found.add(new LatencyKind(name, of));
                    }
                });
        return found;
    }

    private static String name(Measurement m) {
        Conditions c = m.conditions();
        return switch (m.metric()) {
            case "rdma.latency" -> "RDMA " + c.get("verb");
            case "disk.latency" ->
                    "disk %s, %s, depth %s".formatted(c.get("access"), block(c), c.get("depth"));
            case "saturate.latency" -> "the loaded class";
            default -> m.metric().replaceFirst("\\.latency$", "");
        };
    }

    private static String block(Conditions c) {
        String bytes = c.get("block");
        return bytes.matches("\\d{1,18}") ? Values.bytes(Long.parseLong(bytes)) : bytes;
    }

    boolean isTcp() {
        return name.equals("TCP");
    }

    /// `half a round trip`; of disks, where a request has no halves, `from request to answer`.
    String trip() {
        if (of.getFirst().metric().startsWith("disk.")) {
            return "from request to answer";
        }
        return of.getFirst().conditions().get("trip").equals("full")
                ? "full round trip"
                : "half a round trip";
    }

    /// Whether a value was taken beside a load.
    static boolean underLoad(Measurement l) {
        String load = l.conditions().get("load");
        return !load.isEmpty() && !load.equals("idle");
    }

    /// Those that [#text] tells and nothing judged: a table of verdicts need not tell them again.
    static Set<Measurement> told(List<Measurement> all) {
        return of(all).stream()
                .filter(kind -> !kind.isTcp())
                // Of more the table shows some alone.
                .filter(
                        kind ->
                                kind.of.stream().map(LatencyKind::place).distinct().count()
                                        <= MOST_ROWS)
                .flatMap(kind -> kind.of.stream())
                .filter(m -> m.verdict() == Verdict.NONE)
                .collect(Collectors.toSet());
    }

    /// The percentiles, a row a path; TCP's stand in the table of paths.
    static void text(StringBuilder out, List<Measurement> all, int columns) {
        for (LatencyKind kind : of(all)) {
            if (kind.isTcp()) {
                continue;
            }
            TextReport.heading(out, "Latency of " + kind.name + ", " + kind.trip());
            List<Statistic> steps =
                    STEPS.stream()
                            .filter(s -> kind.of.stream().anyMatch(m -> m.statistic() == s))
                            .toList();
            List<String> head = new ArrayList<>(List.of("where"));
            steps.forEach(s -> head.add(Values.statistic(s)));
            Table table = new Table(head.toArray(String[]::new));
            Map<String, List<Measurement>> rows = new TreeMap<>(Names.ORDER);
            kind.of.forEach(m -> rows.computeIfAbsent(place(m), w -> new ArrayList<>()).add(m));
            rows.entrySet().stream()
                    .limit(MOST_ROWS)
                    .forEach(e -> table.row(row(e.getKey(), e.getValue(), steps)));
            out.append(table.render(0, columns));
            if (rows.size() > MOST_ROWS) {
                out.append(
                        "the first %d of %d; all are in the JSON\n"
                                .formatted(MOST_ROWS, rows.size()));
            }
        }
    }

    private static String place(Measurement m) {
        return Paths.where(m) + (underLoad(m) ? ", loaded" : "");
    }

    private static Object[] row(String where, List<Measurement> of, List<Statistic> steps) {
        List<Object> cells = new ArrayList<>(List.of(where));
        for (Statistic s : steps) {
            Optional<Measurement> value = of.stream().filter(m -> m.statistic() == s).findFirst();
            cells.add(value.map(m -> Words.micros(m.value() / 1e3)).orElse("-"));
        }
        return cells.toArray();
    }
}
