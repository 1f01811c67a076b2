package io.railhead.cli.report;

import io.railhead.bench.judge.Scorecard;
import io.railhead.model.Measurement;
import io.railhead.store.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What was measured: drawings, tables, and what the values are held against.
final class MeasuredSection {
    private static final int MOST_REASONS = 30;

    private MeasuredSection() {}

    static void measurements(Markup m, ReportData data) {
        Optional<ReportData.Measured> latest = data.latest();
        if (latest.isEmpty() || latest.get().measurements().isEmpty()) {
            return;
        }
        ReportData.Measured run = latest.get();
        List<Measurement> all = run.measurements();
        if (Scorecard.isFor(run.label())) {
            ScorecardSection.html(m, all);
        }
        if (all.stream().anyMatch(Paths::isBandwidth)) {
            HtmlReport.section(
                    m,
                    "bandwidth",
                    all.stream().anyMatch(v -> v.metric().equals("rdma.bandwidth"))
                            ? "Bandwidth"
                            : "TCP bandwidth");
            BandwidthBars.draw(m, "bandwidth-bars", SweepChart.largest(all));
            m.close();
        }
        maps(m, run);
        int index = 0;
        for (LatencyKind kind : LatencyKind.of(all)) {
            String id = "latency" + (kind.isTcp() ? "" : "-" + ++index);
            HtmlReport.section(m, id, "Latency of " + kind.name());
            LatencyChart.draw(m, id + "-chart", kind);
            m.close();
        }
        BesideSection.html(m, all);
        SweepChart.html(m, all);
        BudgetSection.html(m, all);
        ReportTables.measured(m, all);
        Figures.html(m, all);
        Repeated.html(m, all);
        expectations(m, all);
    }

    private static void maps(Markup m, ReportData.Measured run) {
        List<Measurement> bandwidths =
                SweepChart.largest(run.measurements()).stream().filter(Paths::isBandwidth).toList();
        List<String> series = Paths.seriesOf(bandwidths);
        Map<String, List<Measurement>> byRail = new TreeMap<>(Names.ORDER);
        for (Measurement v : bandwidths) {
            if (Paths.series(v).equals(series.getLast())) {
                byRail.computeIfAbsent(v.conditions().get("rail"), r -> new ArrayList<>()).add(v);
            }
        }
        boolean worth =
                byRail.values().stream()
                        .anyMatch(
                                vs ->
                                        vs.stream()
                                                        .flatMap(
                                                                v ->
                                                                        java.util.stream.Stream.of(
                                                                                Paths.Way.of(v)
                                                                                        .from(),
                                                                                Paths.Way.of(v)
                                                                                        .to()))
                                                        .distinct()
                                                        .count()
                                                >= 3);
        if (!worth) {
            return;
        }
        HtmlReport.section(m, "map", "Every pair against the others");
        int index = 0;
        for (var rail : byRail.entrySet()) {
            String title =
                    series.getLast() + (rail.getKey().isEmpty() ? "" : " on " + rail.getKey());
            m.leaf("h3", title + ", Gb/s");
            HeatMap.draw(
                    m,
                    "map-" + index++,
                    new HeatMap.View(
                            title,
                            rail.getValue(),
                            true,
                            run.oddOnes().stream()
                                    .filter(o -> o.metric().endsWith("bandwidth"))
                                    .filter(o -> o.where().equals(rail.getKey()))
                                    .toList(),
                            failed(run.failures(), rail.getKey())));
        }
        m.close();
    }

    /// Pairs of a rail that failed, as `from -> to`.
    private static Set<String> failed(List<Run.Failed> failures, String rail) {
        return failures.stream()
                .map(Run.Failed::subject)
                .filter(s -> s.contains(" -> ") && s.endsWith(" " + rail))
                .map(s -> s.substring(0, s.length() - rail.length() - 1))
                .collect(Collectors.toSet());
    }

    private static void expectations(Markup m, List<Measurement> all) {
        List<Folded.Reason> reasons = Folded.reasons(all);
        if (reasons.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "expectations", "What the values are held against");
        m.leaf(
                "p",
                "Each verdict is the value against these bounds. A value with nothing to hold it"
                        + " against is not judged, and the reason stands here.",
                "class",
                "hint");
        m.open("ul", "class", "arithmetic");
        for (Folded.Reason r : reasons.stream().limit(MOST_REASONS).toList()) {
            m.open("li");
            m.leaf("strong", Words.some(r.of(), 3) + " (" + r.counts() + "): ");
            m.text(r.text() + ".");
            m.close();
        }
        m.close();
        if (reasons.size() > MOST_REASONS) {
            m.leaf(
                    "p",
                    "and "
                            + (reasons.size() - MOST_REASONS)
                            + " more; all are in the JSON of the run.",
                    "class",
                    "hint");
        }
        m.close();
    }

    static void comparison(Markup m, ReportData data) {
        if (data.runs().size() >= 2) {
            HtmlReport.section(m, "comparison", "Before and after");
            ReportTables.compared(m, data.runs().getFirst(), data.runs().getLast());
            m.close();
        }
    }

    /// The runs before the one that is drawn, each with its table and what it could not measure.
    static void earlier(Markup m, ReportData data) {
        List<ReportData.Measured> before =
                data.runs().subList(0, Math.max(0, data.runs().size() - 1));
        if (before.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "earlier", "Earlier runs");
        for (int i = 0; i < before.size(); i++) {
            ReportData.Measured run = before.get(i);
            m.leaf("h3", run.label());
            ReportTables.table(
                    m, "earlier-" + i, "All paths of this run", false, run.measurements());
            run.oddOnes().forEach(o -> m.leaf("p", o.summary() + "."));
            run.notes().forEach(n -> m.leaf("p", n, "class", "hint"));
            failures(m, "earlier-failures-" + i, run.failures());
        }
        m.close();
    }

    static void failures(Markup m, ReportData data) {
        failures(m, "failures", data.latest().map(ReportData.Measured::failures).orElse(List.of()));
    }

    private static void failures(Markup m, String id, List<Run.Failed> failures) {
        if (failures.isEmpty()) {
            return;
        }
        List<Unmeasured> all = Unmeasured.of(failures);
        HtmlReport.section(m, id, "Not measured");
        m.open("div", "class", "scroll");
        m.open("table");
        HtmlReport.head(m, "Path", "What", "Why");
        m.open("tbody");
        for (Unmeasured u : all.subList(0, Math.min(200, all.size()))) {
            m.open("tr");
            m.leaf("th", u.where(), "scope", "row");
            m.leaf("td", u.what());
            m.leaf("td", u.why());
            m.close();
        }
        m.close().close().close();
        if (all.size() > 200) {
            m.leaf("p", "and " + (all.size() - 200) + " more.", "class", "hint");
        }
        m.close();
    }
}
