package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.compare.Beside;
import io.railhead.bench.compare.Comparison;
import io.railhead.bench.judge.Scorecard;
import io.railhead.bench.twins.OddOne;
import io.railhead.cli.Table;
import io.railhead.model.Change;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import io.railhead.model.Visible;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A report as text, with bars, for reading in a terminal.
public final class TextReport {
    private static final int MOST_PATHS = 24;
    private static final int MOST_REASONS = 16;
    private static final int MOST_UNMEASURED = 50;

    private TextReport() {}

    /// @param width columns, at least 60
    public static String render(ReportData data, int width) {
        StringBuilder out = new StringBuilder();
        int columns = Math.max(60, width);
        out.append(plain(data.title())).append('\n');
        out.append("railhead ")
                .append(plain(data.version()))
                .append(", ")
                .append(Words.time(data.generatedAt()))
                .append('\n');
        findings(out, data, columns);
        changes(out, data, columns);
        Optional<ReportData.Measured> latest = data.latest();
        if (latest.isPresent()) {
            measured(out, latest.get(), true, columns);
        }
        if (data.runs().size() > 1) {
            heading(out, "Before and after");
            compared(
                    out,
                    Comparison.of(
                            data.runs().getFirst().measurements(),
                            data.runs().getLast().measurements(),
                            List.of()),
                    columns);
        }
        for (int i = 0; i < data.runs().size() - 1; i++) {
            ReportData.Measured run = data.runs().get(i);
            heading(out, "Earlier run, " + plain(run.label()));
            measured(out, run, false, columns);
        }
        Set<String> notes = new LinkedHashSet<>(data.notes());
        data.runs().forEach(r -> notes.addAll(r.notes()));
        if (!notes.isEmpty()) {
            heading(out, "Notes");
            Folded.sentences(notes).forEach(n -> wrap(out, "- ", "  ", n, columns));
        }
        Map<String, String> provenance = new LinkedHashMap<>(data.provenance());
        latest.ifPresent(
                r -> Conditioned.common(r.measurements()).forEach(provenance::putIfAbsent));
        if (!provenance.isEmpty()) {
            heading(out, "Provenance and conditions");
            provenance.forEach((k, v) -> wrap(out, k + ": ", "    ", v, columns));
        }
        return out.toString();
    }

    /// The measurements of one run: bars, table, odd ones, what they are held against, failures.
    ///
    /// @param withBars false for the table alone
    static void measured(
            StringBuilder out, ReportData.Measured run, boolean withBars, int columns) {
        List<Measurement> all = run.measurements();
        if (Scorecard.isFor(run.label())) {
            ScorecardSection.text(out, all, columns);
        }
        if (withBars && all.stream().anyMatch(Paths::isBandwidth)) {
            heading(
                    out,
                    (all.stream().anyMatch(m -> m.metric().equals("rdma.bandwidth"))
                                    ? "Bandwidth"
                                    : "TCP bandwidth")
                            + ", Gb/s received");
            bars(out, SweepChart.largest(all), Paths::isBandwidth, 1e9, columns);
        }
        if (withBars && all.stream().anyMatch(TextReport::isIdleMedian)) {
            heading(out, "TCP latency, µs, p50, half a round trip, idle");
            bars(out, all, TextReport::isIdleMedian, 1e3, columns);
        }
        List<Measurement> ofPaths = all.stream().filter(m -> !Figures.isFigure(m)).toList();
        if (!ofPaths.isEmpty()) {
            out.append(PathTable.of(ofPaths));
        }
        out.append(Figures.text(all, columns));
        Repeated.text(out, all, columns);
        LatencyKind.text(out, all, columns);
        SweepChart.text(out, all);
        if (all.stream().anyMatch(m -> m.metric().startsWith("tcp."))) {
            BesideSection.text(out, Beside.of(all, all), columns);
        }
        BudgetSection.text(out, all);
        if (!run.oddOnes().isEmpty()) {
            heading(out, "The odd one out");
            Set<String> said = new LinkedHashSet<>();
            for (OddOne odd : run.oddOnes()) {
                String more =
                        odd.differences().isEmpty()
                                ? ""
                                : "; it differs in " + String.join("; ", odd.differences());
                said.add(odd.summary() + more);
            }
            said.forEach(s -> wrap(out, "- ", "  ", s, columns));
        }
        expectations(out, all, columns);
        if (!run.failures().isEmpty()) {
            heading(out, "Not measured");
            List<Unmeasured> unmeasured = Unmeasured.of(run.failures());
            unmeasured.stream()
                    .limit(MOST_UNMEASURED)
                    .forEach(u -> wrap(out, "- ", "  ", u.toString(), columns));
            if (unmeasured.size() > MOST_UNMEASURED) {
                out.append("  and ")
                        .append(unmeasured.size() - MOST_UNMEASURED)
                        .append(" more, in the JSON\n");
            }
        }
    }

    private static boolean isIdleMedian(Measurement m) {
        return Paths.isLatency(m)
                && m.statistic() == Statistic.P50
                && !m.conditions().get("load").equals("under-load");
    }

    private static void findings(StringBuilder out, ReportData data, int columns) {
        Set<String> machines = Alike.machines(data);
        for (ReportData.Stage stage : data.checks()) {
            heading(out, "Findings, " + plain(stage.label()));
            if (stage.findings().isEmpty()) {
                out.append("nothing found\n");
            }
            for (Alike.Found found : Alike.findings(stage.findings(), machines)) {
                finding(out, found, columns);
            }
            if (!stage.notChecked().isEmpty()) {
                out.append(Words.count(stage.notChecked().size(), "check", "checks"))
                        .append(" not made\n");
            }
        }
    }

    static void finding(StringBuilder out, Alike.Found found, int columns) {
        Finding f = found.first();
        wrap(
                out,
                "",
                "    ",
                f.severity().word() + "  " + found.subject() + "  " + f.code(),
                columns);
        wrap(out, "    ", "    ", f.summary(), columns);
        if (!found.cause().isBlank()) {
            lines(out, "    why: ", found.cause(), columns);
        }
        if (!f.fix().isBlank()) {
            lines(out, "    fix: ", f.fix(), columns);
        }
        for (Evidence e : f.evidence().stream().limit(2).toList()) {
            wrap(
                    out,
                    "    > ",
                    "      ",
                    Words.cut(e.document(), 60)
                            + (e.line() > 0 ? ":" + e.line() : "")
                            + "  "
                            + Words.cut(e.text().strip(), 200),
                    columns);
        }
    }

    /// Text of several lines, of which those with commands stay whole.
    private static void lines(StringBuilder out, String label, String text, int columns) {
        String indent = " ".repeat(label.length());
        String first = label;
        for (String line : text.strip().lines().filter(l -> !l.isBlank()).toList()) {
            boolean command = Character.isWhitespace(line.charAt(0));
            wrap(
                    out,
                    first + (command ? "  " : ""),
                    indent,
                    line.strip(),
                    command ? Integer.MAX_VALUE : columns);
            first = indent;
        }
    }

    private static void changes(StringBuilder out, ReportData data, int columns) {
        for (ReportData.Plan plan : data.changes()) {
            heading(out, "Changes, " + plain(plan.label()));
            if (plan.changes().isEmpty()) {
                out.append("nothing to change\n");
            }
            for (Alike.Changed alike : Alike.changes(plan.changes())) {
                Change c = alike.first();
                wrap(out, "", "    ", alike.hosts() + "  " + c.resource(), columns);
                wrap(
                        out,
                        "    ",
                        "    ",
                        oneLine(c.before()) + " -> " + oneLine(c.after()),
                        columns);
                wrap(out, "    why: ", "         ", c.why(), columns);
            }
        }
    }

    private static String oneLine(String text) {
        String first = text.lines().findFirst().orElse("(nothing)");
        long lines = text.lines().count();
        return lines > 1 ? first + " (+" + (lines - 1) + " lines)" : first;
    }

    private static void bars(
            StringBuilder out,
            List<Measurement> all,
            java.util.function.Predicate<Measurement> which,
            double unit,
            int columns) {
        List<Measurement> chosen = new ArrayList<>(all.stream().filter(which).toList());
        List<String> series = Paths.seriesOf(all);
        chosen.sort(
                Comparator.comparing(Paths.Way::of)
                        .thenComparingInt(m -> series.indexOf(Paths.series(m))));
        if (chosen.size() > MOST_PATHS) {
            boolean more = Paths.isBandwidth(chosen.getFirst());
            chosen.sort(
                    more
                            ? Comparator.comparingDouble(Measurement::value)
                            : Comparator.comparingDouble(Measurement::value).reversed());
            out.append("the worst ")
                    .append(MOST_PATHS)
                    .append(" of ")
                    .append(chosen.size())
                    .append('\n');
            chosen = chosen.subList(0, MOST_PATHS);
        }
        double most = chosen.stream().mapToDouble(Measurement::value).max().orElse(1);
        List<String> labels = chosen.stream().map(TextReport::label).toList();
        int wide = Math.min(36, labels.stream().mapToInt(String::length).max().orElse(0));
        int room = Math.max(8, columns - wide - 20);
        for (int i = 0; i < chosen.size(); i++) {
            Measurement m = chosen.get(i);
            String name = labels.get(i);
            String fitted =
                    name.length() > wide ? "…" + name.substring(name.length() - wide + 1) : name;
            int length = (int) Math.round(room * m.value() / (most > 0 ? most : 1));
            String mark = m.verdict() == Verdict.MISSED ? " missed" : "";
            out.append(
                    String.format(
                            Locale.ROOT,
                            "%-" + Math.max(1, wide) + "s %8.2f %s%s%n",
                            fitted,
                            m.value() / unit,
                            "#".repeat(Math.max(m.value() > 0 ? 1 : 0, length)),
                            mark));
        }
    }

    private static String label(Measurement m) {
        Paths.Way way = Paths.Way.of(m);
        String streams = m.conditions().get("streams");
        return plain(
                (way.from().isEmpty() ? "this machine" : way.from() + " -> " + way.to())
                        + (way.rail().isEmpty() ? "" : " " + way.rail())
                        + (Paths.isBandwidth(m) && !streams.isEmpty() ? " x" + streams : "")
                        + (m.metric().startsWith("rdma.")
                                ? " " + Paths.series(m).replace("RDMA ", "")
                                : ""));
    }

    private static void expectations(StringBuilder out, List<Measurement> all, int columns) {
        List<Folded.Reason> reasons = Folded.reasons(all);
        if (reasons.isEmpty()) {
            return;
        }
        heading(out, "What the values are held against");
        for (Folded.Reason r : reasons.stream().limit(MOST_REASONS).toList()) {
            wrap(
                    out,
                    "- ",
                    "  ",
                    Words.some(r.of(), 2) + " (" + r.counts() + "): " + r.text(),
                    columns);
        }
        if (reasons.size() > MOST_REASONS) {
            out.append("  and ")
                    .append(reasons.size() - MOST_REASONS)
                    .append(" more, in the JSON\n");
        }
    }

    /// What changed between two runs, and what is not compared and why.
    static void compared(StringBuilder out, Comparison c, int columns) {
        Compared shown = Compared.of(c);
        List<Comparison.Row> rows = shown.rows();
        if (!rows.isEmpty()) {
            Table table = new Table("path", "what", "before", "after", "change", "");
            for (Comparison.Row r : rows) {
                table.row(
                        plain(place(r.before())),
                        plain(
                                Figures.what(r.before())
                                        .replaceAll(", (half|full)( a)?( round trip)?$", "")
                                        .replaceAll(", (half|full)(?=,)", "")),
                        Values.text(r.before()),
                        Values.text(r.after()),
                        ReportTables.percent(r.ratio()),
                        r.change() == Comparison.Change.NEITHER ? "" : r.change().word());
            }
            out.append(table.render(0, columns));
            if (rows.stream().anyMatch(Comparison.Row::single)) {
                wrap(out, "", "  ", ReportTables.SINGLE, columns);
            }
        }
        shown.sentences().forEach(s -> wrap(out, "", "  ", s, columns));
        Map<String, Integer> refused = new LinkedHashMap<>();
        c.refused().forEach(r -> r.differences().forEach(d -> refused.merge(d, 1, Integer::sum)));
        if (!refused.isEmpty()) {
            wrap(
                    out,
                    "",
                    "  ",
                    "Not compared, since the conditions differ ("
                            + Words.count(c.refused().size(), "value", "values")
                            + "):",
                    columns);
            refused.forEach((d, n) -> wrap(out, "- ", "  ", d + " (" + n + ")", columns));
            c.option().ifPresent(o -> wrap(out, "", "  ", ReportTables.about(o), columns));
        }
    }

    private static String place(Measurement m) {
        return (Paths.where(m) + " " + m.conditions().get("rail")).strip();
    }

    static void heading(StringBuilder out, String text) {
        out.append('\n').append(text).append('\n').append("-".repeat(text.length())).append('\n');
    }

    /// Text from outside on one line, without what a terminal would obey.
    static String plain(String text) {
        return Visible.line(text);
    }

    static void wrap(StringBuilder out, String first, String rest, String text, int columns) {
        StringBuilder line = new StringBuilder(first);
        boolean empty = true;
        for (String word : plain(text).split(" ", -1)) {
            if (!empty && line.length() + 1 + word.length() > columns) {
                out.append(line.toString().stripTrailing()).append('\n');
                line = new StringBuilder(rest);
                empty = true;
            }
            if (!empty) {
                line.append(' ');
            }
            line.append(word);
            empty = false;
        }
        out.append(line.toString().stripTrailing()).append('\n');
    }
}
