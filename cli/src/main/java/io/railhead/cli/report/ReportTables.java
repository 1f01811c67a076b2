package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.compare.Comparison;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The tables behind the drawings.
final class ReportTables {
    private static final int MOST_ROWS = 400;

    private ReportTables() {}

    /// A row a path: bandwidths with their expectations, retransmits, latencies.
    static void measured(Markup m, List<Measurement> all) {
        table(m, "table", "All paths as a table", all.size() <= MOST_ROWS, all);
    }

    /// @param id of the section
    /// @param open false for a table that the reader unfolds
    static void table(Markup m, String id, String summary, boolean open, List<Measurement> all) {
        List<String> series = Paths.seriesOf(all);
        List<String> head = new ArrayList<>(List.of("Path", "Rail"));
        head.addAll(series.stream().map(s -> s + ", Gb/s").toList());
        head.addAll(
                List.of(
                        "Expected, Gb/s",
                        "Verdict",
                        "Retransmits",
                        "Latency p50, µs",
                        "p99, µs",
                        "p99 loaded, µs",
                        "Ping min / avg / max, µs"));
        m.open("section", "id", id);
        m.open("details", "open", open ? "open" : "");
        m.leaf("summary", summary);
        m.open("div", "class", "scroll");
        m.open("table");
        m.open("thead").open("tr");
        for (int i = 0; i < head.size(); i++) {
            m.leaf("th", head.get(i), "scope", "col", "class", i > 1 ? "number" : "");
        }
        m.close().close();
        m.open("tbody");
        Map<Paths.Way, List<Measurement>> ways = Paths.byWay(all);
        int rows = 0;
        for (var way : ways.entrySet()) {
            if (rows++ == MOST_ROWS) {
                break;
            }
            row(m, way.getKey(), way.getValue(), series);
        }
        m.close().close().close();
        if (ways.size() > MOST_ROWS) {
            m.leaf(
                    "p",
                    "The first %d of %d; all are in the JSON of the run."
                            .formatted(MOST_ROWS, ways.size()),
                    "class",
                    "hint");
        }
        m.close();
        m.close();
    }

    private static void row(Markup m, Paths.Way way, List<Measurement> of, List<String> series) {
        m.open("tr");
        m.leaf("th", way.label(), "scope", "row");
        m.leaf("td", way.rail());
        for (String s : series) {
            Optional<Measurement> v =
                    of.stream()
                            .filter(Paths::isBandwidth)
                            .filter(x -> Paths.series(x).equals(s))
                            .findFirst();
            m.leaf(
                    "td",
                    v.map(x -> String.format(Locale.ROOT, "%.2f", x.value() / 1e9)).orElse("-"),
                    "class",
                    "number");
        }
        m.leaf("td", expected(of), "class", "number");
        Verdict verdict = Paths.together(of);
        m.leaf(
                "td",
                Words.judged(verdict),
                "class",
                switch (verdict) {
                    case MET -> "good";
                    case MISSED -> "bad";
                    case NONE -> "quiet";
                });
        m.leaf("td", retransmits(of), "class", "number");
        m.leaf("td", micros(Paths.latency(of, Statistic.P50, false)), "class", "number");
        m.leaf("td", micros(Paths.latency(of, Statistic.P99, false)), "class", "number");
        m.leaf("td", micros(Paths.latency(of, Statistic.P99, true)), "class", "number");
        m.leaf("td", ping(of), "class", "number");
        m.close();
    }

    /// `48.0 / 61.0 / 93.0`.
    private static String ping(List<Measurement> of) {
        List<String> told = new ArrayList<>();
        for (Statistic s : List.of(Statistic.MIN, Statistic.MEAN, Statistic.MAX)) {
            of.stream()
                    .filter(m -> m.metric().equals("ping.rtt") && m.statistic() == s)
                    .findFirst()
                    .ifPresent(m -> told.add(micros(Optional.of(m))));
        }
        return told.isEmpty() ? "-" : String.join(" / ", told);
    }

    /// The least that was expected of the last series, where there is a bound.
    static String expected(List<Measurement> of) {
        return of.stream()
                .filter(Paths::isBandwidth)
                .flatMap(x -> x.expectation().stream())
                .filter(e -> Double.isFinite(e.low()))
                .reduce((a, b) -> b)
                .map(e -> String.format(Locale.ROOT, "≥ %.2f", e.low() / 1e9))
                .orElse("-");
    }

    static String retransmits(List<Measurement> of) {
        List<Measurement> all =
                of.stream().filter(x -> x.metric().equals("tcp.retransmits")).toList();
        return all.isEmpty()
                ? "-"
                : Long.toString((long) all.stream().mapToDouble(Measurement::value).sum());
    }

    static String micros(Optional<Measurement> v) {
        return v.map(x -> String.format(Locale.ROOT, "%.1f", x.value() / 1e3)).orElse("-");
    }

    /// Why little is said of single runs.
    static final String SINGLE =
            "Single runs have no spread: a difference of less than %.0f %% may be chance and is"
                            .formatted(Comparison.SINGLE_NOISE * 100)
                    + " called uncertain. «railhead bench --repeat 3» tells.";

    /// What to do about values that were not compared.
    static String about(String option) {
        return "If that is what the comparison is about, «railhead compare» with "
                + option
                + " compares them.";
    }

    /// Two runs: what changed beyond the noise, and what may not be compared and why.
    static void compared(Markup m, ReportData.Measured first, ReportData.Measured last) {
        Comparison c = Comparison.of(first.measurements(), last.measurements(), List.of());
        Compared shown = Compared.of(c);
        m.leaf("p", first.label() + " → " + last.label(), "class", "hint");
        if (!shown.rows().isEmpty()) {
            rows(m, shown);
        }
        shown.sentences().forEach(s -> m.leaf("p", s, "class", "hint"));
        List<String> refused =
                c.refused().stream().flatMap(r -> r.differences().stream()).distinct().toList();
        if (!refused.isEmpty()) {
            m.leaf(
                    "p",
                    "%s not compared, since conditions differ: %s."
                            .formatted(
                                    Words.count(c.refused().size(), "value was", "values were"),
                                    Words.some(refused, 8)));
            c.option().ifPresent(o -> m.leaf("p", about(o), "class", "hint"));
        }
    }

    private static void rows(Markup m, Compared shown) {
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Path", "Rail", "What", "Before", "After", "Change", "Noise", "");
        m.open("tbody");
        List<Comparison.Row> rows = shown.decidingFirst();
        for (Comparison.Row r : rows.subList(0, Math.min(MOST_ROWS, rows.size()))) {
            Paths.Way way = Paths.Way.of(r.before());
            m.open("tr");
            m.leaf("th", way.label(), "scope", "row");
            m.leaf("td", way.rail());
            m.leaf("td", Values.name(r.before()));
            m.leaf("td", Values.text(r.before()), "class", "number");
            m.leaf("td", Values.text(r.after()), "class", "number");
            m.leaf("td", percent(r.ratio()), "class", "number");
            m.leaf("td", String.format(Locale.ROOT, "%.0f %%", r.noise() * 100), "class", "number");
            m.leaf("td", r.change().word(), "class", style(r.change()));
            m.close();
        }
        m.close().close().close();
        if (rows.size() > MOST_ROWS) {
            m.leaf(
                    "p",
                    "The first %d of %d, what got worse before the others."
                            .formatted(MOST_ROWS, rows.size()),
                    "class",
                    "hint");
        }
        if (rows.stream().anyMatch(Comparison.Row::single)) {
            m.leaf("p", SINGLE, "class", "hint");
        }
    }

    static String percent(double ratio) {
        return Double.isNaN(ratio) ? "from 0" : String.format(Locale.ROOT, "%+.1f %%", ratio * 100);
    }

    private static String style(Comparison.Change change) {
        return switch (change) {
            case BETTER -> "good";
            case WORSE -> "bad";
            case SAME, UNCERTAIN, NEITHER -> "quiet";
        };
    }
}
