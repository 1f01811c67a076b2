package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.Repeats;
import io.railhead.cli.Table;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What repeated runs had in common: median, the interval it is known to, and how far they lie
/// apart.
final class Repeated {
    private static final int MOST_ROWS = 40;

    private Repeated() {}

    private record Key(String metric, Statistic statistic, Conditions conditions) {}

    /// @param interval `[low, high]`
    /// @param kind which interval it is, and how sure: `order-statistic 93.8 %, 5 runs`
    /// @param spread (largest - least) / median
    record Row(Measurement median, String interval, String kind, double spread) {}

    /// Those that vary most first.
    static List<Row> of(List<Measurement> all) {
        Map<Key, Measurement> others = new HashMap<>();
        for (Measurement m : all) {
            if (Repeats.isOfOthers(m)) {
                others.put(key(m, m.metric()), m);
            }
        }
        List<Row> rows = new ArrayList<>();
        for (Measurement m : all) {
            Measurement low = others.get(key(m, m.metric() + Repeats.LOW));
            Measurement high = others.get(key(m, m.metric() + Repeats.HIGH));
            if (low != null && high != null) {
                rows.add(
                        new Row(
                                m,
                                "["
                                        + Values.text(m, low.value())
                                        + ", "
                                        + Values.text(m, high.value())
                                        + "]",
                                low.conditions().get("interval")
                                        + ", "
                                        + m.conditions().get("runs")
                                        + " runs",
                                Optional.ofNullable(others.get(key(m, m.metric() + Repeats.SPREAD)))
                                        .map(Measurement::value)
                                        .orElse(0.0)));
            }
        }
        rows.sort(java.util.Comparator.comparingDouble(Row::spread).reversed());
        return rows;
    }

    private static Key key(Measurement m, String metric) {
        TreeMap<String, String> without = new TreeMap<>(m.conditions().values());
        without.remove("interval");
        return new Key(metric, m.statistic(), new Conditions(without));
    }

    static String where(Measurement m) {
        return (Paths.where(m) + " " + m.conditions().get("rail")).strip();
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    static void text(StringBuilder out, List<Measurement> all, int columns) {
        List<Row> rows = of(all);
        if (rows.isEmpty()) {
            return;
        }
        TextReport.heading(out, "Repeated runs, those that vary most first");
        Table table = new Table("where", "what", "median", "interval", "spread");
        for (Row r : rows.stream().limit(MOST_ROWS).toList()) {
            table.row(
                    TextReport.plain(where(r.median())),
                    TextReport.plain(Figures.what(r.median())),
                    Values.text(r.median()),
                    r.interval(),
                    percent(r.spread()));
        }
        out.append(table.render(0));
        if (rows.size() > MOST_ROWS) {
            out.append("the first ").append(MOST_ROWS).append(" of ").append(rows.size());
            out.append("; all are in the JSON\n");
        }
        rows.stream()
                .map(Row::kind)
                .distinct()
                .forEach(
                        k ->
                                TextReport.wrap(
                                        out,
                                        "",
                                        "  ",
                                        "Interval of the median: "
                                                + k
                                                + "; spread: (largest - least) / median.",
                                        columns));
    }

    static void html(Markup m, List<Measurement> all) {
        List<Row> rows = of(all);
        if (rows.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "repeated", "Repeated runs");
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Where", "What", "Median", "Interval of the median", "Which", "Spread");
        m.open("tbody");
        for (Row r : rows.stream().limit(2000).toList()) {
            m.open("tr");
            m.leaf("th", where(r.median()), "scope", "row");
            m.leaf("td", Figures.what(r.median()));
            m.leaf("td", Values.text(r.median()), "class", "number");
            m.leaf("td", r.interval(), "class", "number");
            m.leaf("td", r.kind());
            m.leaf("td", percent(r.spread()), "class", "number");
            m.close();
        }
        m.close().close().close();
        m.close();
    }
}
