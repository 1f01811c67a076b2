package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.Repeats;
import io.railhead.cli.Table;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// What is measured besides TCP and ping: a row a value, since RDMA, collectives and disks have too
/// many kinds of values for columns.
final class Figures {
    private static final int MOST_ROWS = 60;
    private static final int MOST_HTML_ROWS = 2000;

    private Figures() {}

    static boolean isFigure(Measurement m) {
        return Paths.isTogether(m)
                || !m.metric().startsWith("tcp.") && !m.metric().startsWith("ping.");
    }

    /// The ones a reader looks for; the others are in the JSON.
    private static boolean isShown(Measurement m) {
        return isFigure(m)
                && !Repeats.isOfOthers(m)
                && !m.metric().endsWith(".sweep")
                && (!Paths.isTogether(m) || m.unit().equals("bit/s"))
                && switch (m.statistic()) {
                    case MEAN, MEDIAN, P50, P99, TOTAL -> true;
                    case MIN -> !m.unit().equals("ns");
                    case MAX, P25, P75, P90, P999, P9999, STDDEV, PEAK -> false;
                };
    }

    private static Map<String, List<Measurement>> byRail(List<Measurement> all) {
        Map<String, List<Measurement>> rails = new TreeMap<>(Names.ORDER);
        all.stream()
                .filter(Figures::isShown)
                .forEach(
                        m ->
                                rails.computeIfAbsent(
                                                m.conditions().get("rail"), r -> new ArrayList<>())
                                        .add(m));
        return rails;
    }

    private static String where(Measurement m) {
        return Paths.where(m);
    }

    static String what(Measurement m) {
        String name = Values.name(m);
        // A request to a disk has no halves.
        return m.metric().startsWith("disk.")
                ? name.replace(", full round trip", "")
                : name.replace(" bandwidth", Paths.isTogether(m) ? "" : " bandwidth")
                        .replace("half a round trip", "half")
                        .replace("full round trip", "full");
    }

    /// What it was to be: the nearer bound.
    private static String wanted(Measurement m) {
        if (m.expectation().filter(Expectation::bounded).isEmpty()) {
            return "-";
        }
        Expectation e = m.expectation().get();
        if (e.low() == e.high()) {
            return Values.text(m, e.low());
        }
        boolean least = e.low() != Double.NEGATIVE_INFINITY && !m.unit().equals("ns");
        return least ? ">=" + Values.text(m, e.low()) : "<=" + Values.text(m, e.high());
    }

    /// @param columns of the terminal
    static String text(List<Measurement> all, int columns) {
        StringBuilder out = new StringBuilder();
        Set<Measurement> below = LatencyKind.told(all);
        byRail(all.stream().filter(m -> !below.contains(m)).toList())
                .forEach(
                        (rail, of) -> {
                            Table table = new Table("where", "what", "value", "wanted", "verdict");
                            of.stream()
                                    .limit(MOST_ROWS)
                                    .forEach(
                                            m ->
                                                    table.row(
                                                            TextReport.plain(where(m)),
                                                            TextReport.plain(what(m)),
                                                            Values.text(m),
                                                            wanted(m),
                                                            Words.judged(m.verdict())));
                            TextReport.heading(
                                    out, rail.isEmpty() ? "Figures" : TextReport.plain(rail));
                            out.append(table.render(0, columns));
                            if (of.size() > MOST_ROWS) {
                                out.append("the first ")
                                        .append(MOST_ROWS)
                                        .append(" of ")
                                        .append(of.size())
                                        .append("; all are in the JSON\n");
                            }
                        });
        return out.toString();
    }

    static void html(Markup m, List<Measurement> all) {
        List<Measurement> shown = all.stream().filter(Figures::isShown).toList();
        if (shown.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "figures", "RDMA, collectives and disks");
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Where", "What", "Value", "Wanted", "Verdict");
        m.open("tbody");
        for (Measurement v : shown.stream().limit(MOST_HTML_ROWS).toList()) {
            m.open("tr");
            m.leaf("th", (where(v) + " " + v.conditions().get("rail")).strip(), "scope", "row");
            m.leaf("td", what(v));
            m.leaf("td", Values.text(v), "class", "number");
            m.leaf("td", wanted(v), "class", "number");
            m.leaf("td", Words.judged(v.verdict()));
            m.close();
        }
        m.close().close().close();
        m.close();
    }
}
