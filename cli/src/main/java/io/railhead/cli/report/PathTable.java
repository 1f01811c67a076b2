package io.railhead.cli.report;

import io.railhead.cli.Table;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Measurements as text, a table a rail and a row a path, for 80 columns.
final class PathTable {
    private static final int MOST_ROWS = 64;

    /// What ping prints, in its order.
    private static final List<Statistic> PING =
            List.of(Statistic.MIN, Statistic.MEAN, Statistic.MAX, Statistic.STDDEV);

    private PathTable() {}

    static String of(List<Measurement> all) {
        Map<String, List<Measurement>> rails = new TreeMap<>(Names.ORDER);
        for (Measurement m : all) {
            rails.computeIfAbsent(m.conditions().get("rail"), r -> new ArrayList<>()).add(m);
        }
        StringBuilder out = new StringBuilder();
        rails.forEach((rail, of) -> rail(out, rail, of));
        return out.toString();
    }

    private static void rail(StringBuilder out, String rail, List<Measurement> all) {
        List<String> series = Paths.seriesOf(all);
        boolean latency = all.stream().anyMatch(Paths::isLatency);
        boolean ping = series.isEmpty() && !latency;
        List<String> head = new ArrayList<>(List.of("path"));
        series.forEach(s -> head.add(s.replaceFirst("^TCP, (\\d+) streams?$", "x$1")));
        if (!series.isEmpty()) {
            head.add("wanted");
        }
        head.add("verdict");
        if (!series.isEmpty()) {
            head.add("retr");
        }
        if (latency) {
            head.addAll(List.of("avg", "p50", "p99"));
        }
        if (ping) {
            head.addAll(List.of("min", "avg", "max", "mdev", "lost"));
        }
        Table table = new Table(head.toArray(String[]::new));
        List<Map.Entry<Paths.Way, List<Measurement>>> ways =
                new ArrayList<>(Paths.byWay(all).entrySet());
        int total = ways.size();
        if (total > MOST_ROWS) {
            ways.sort(Comparator.comparingDouble(e -> fastest(e.getValue())));
            ways = ways.subList(0, MOST_ROWS);
        }
        for (var way : ways) {
            table.row(row(way.getKey(), way.getValue(), series, latency, ping).toArray());
        }
        TextReport.heading(out, title(rail, series, latency));
        out.append(table.render(0));
        if (total > MOST_ROWS) {
            out.append("the slowest ")
                    .append(MOST_ROWS)
                    .append(" of ")
                    .append(total)
                    .append(" paths; all are in the JSON\n");
        }
    }

    private static String title(String rail, List<String> series, boolean latency) {
        String name = rail.isEmpty() ? "Paths" : TextReport.plain(rail);
        if (series.isEmpty() && !latency) {
            return name + ": ping in µs, full round trip";
        }
        return name
                + ": "
                + (series.isEmpty() ? "" : "Gb/s by streams")
                + (series.isEmpty() || !latency ? "" : "; ")
                + (latency ? "TCP latency in µs, half a round trip" : "");
    }

    private static List<Object> row(
            Paths.Way way,
            List<Measurement> of,
            List<String> series,
            boolean latency,
            boolean ping) {
        List<Object> row = new ArrayList<>();
        row.add(
                way.from().isEmpty()
                        ? "this machine"
                        : TextReport.plain(way.from() + ">" + way.to()));
        for (String s : series) {
            row.add(
                    of.stream()
                            .filter(Paths::isBandwidth)
                            .filter(m -> Paths.series(m).equals(s))
                            .findFirst()
                            .map(m -> String.format(Locale.ROOT, "%.2f", m.value() / 1e9))
                            .orElse("-"));
        }
        if (!series.isEmpty()) {
            row.add(ReportTables.expected(of).replace("≥ ", ">="));
        }
        row.add(Words.judged(Paths.together(of)));
        if (!series.isEmpty()) {
            row.add(ReportTables.retransmits(of));
        }
        if (latency) {
            for (Statistic s : List.of(Statistic.MEAN, Statistic.P50, Statistic.P99)) {
                row.add(ReportTables.micros(Paths.latency(of, s, false)));
            }
        }
        if (ping) {
            for (Statistic s : PING) {
                row.add(ReportTables.micros(find(of, "ping.rtt", s)));
            }
            row.add(
                    find(of, "ping.loss", Statistic.TOTAL)
                            .map(m -> String.format(Locale.ROOT, "%.0f%%", m.value() * 100))
                            .orElse("-"));
        }
        return row;
    }

    private static Optional<Measurement> find(
            List<Measurement> of, String metric, Statistic statistic) {
        return of.stream()
                .filter(m -> m.metric().equals(metric) && m.statistic() == statistic)
                .findFirst();
    }

    private static double fastest(List<Measurement> of) {
        return of.stream()
                .filter(Paths::isBandwidth)
                .mapToDouble(Measurement::value)
                .max()
                .orElse(0);
    }
}
