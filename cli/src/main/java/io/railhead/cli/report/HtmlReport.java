package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.OddOne;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A report as one self-contained HTML file: no script, no font, no image is fetched. It reads in
/// light and dark, prints, and is well-formed XML.
public final class HtmlReport {
    private HtmlReport() {}

    /// The whole file.
    public static String render(ReportData data) {
        Markup m = new Markup();
        m.verbatim("<!DOCTYPE html>\n");
        m.open("html", "lang", "en", "xmlns", "http://www.w3.org/1999/xhtml");
        m.open("head");
        m.empty("meta", "charset", "utf-8");
        m.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        m.empty("meta", "name", "color-scheme", "content", "light dark");
        m.empty("meta", "name", "generator", "content", "railhead " + data.version());
        m.leaf("title", data.title());
        m.open("style").verbatim(style()).close();
        m.close();
        m.open("body");
        m.open("header");
        m.leaf("h1", data.title());
        m.leaf(
                "p",
                "Made by railhead %s on %s"
                        .formatted(data.version(), Words.time(data.generatedAt())),
                "class",
                "hint");
        badges(m, data);
        m.close();
        m.open("main");
        summary(m, data);
        topology(m, data);
        FindingsSection.findings(m, data);
        ChangesSection.changes(m, data);
        MeasuredSection.measurements(m, data);
        MeasuredSection.comparison(m, data);
        MeasuredSection.failures(m, data);
        MeasuredSection.earlier(m, data);
        notes(m, data);
        provenance(m, data);
        m.close();
        m.close();
        m.close();
        return m.toString();
    }

    private static String style() {
        try (InputStream in = HtmlReport.class.getResourceAsStream("report.css")) {
            if (in == null) {
                throw new IllegalStateException("report.css is not in the program");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// «lab» and «recorded» stand at the top, for nobody to take the figures for a network's.
    private static void badges(Markup m, ReportData data) {
        List<Measurement> all = allMeasurements(data);
        boolean lab =
                data.cluster().map(c -> c.lab()).orElse(false)
                        || all.stream().anyMatch(v -> v.conditions().get("lab").equals("true"));
        boolean recorded =
                data.facts().map(f -> !f.recorded().isEmpty()).orElse(false)
                        || all.stream().anyMatch(v -> !v.conditions().get("recorded").isEmpty());
        if (lab || recorded) {
            m.open("p", "class", "badges");
            if (lab) {
                m.leaf("span", "lab", "class", "badge-word");
                m.text(
                        " The hosts share one computer: figures are those of its CPUs,"
                                + " not of a network. ");
            }
            if (recorded) {
                m.leaf("span", "recorded", "class", "badge-word");
                m.text(
                        " Some tools were answered by stand-ins from recorded samples"
                                + recordedDocuments(data)
                                + ".");
            }
            m.close();
        }
    }

    private static String recordedDocuments(ReportData data) {
        Set<String> tools = new TreeSet<>();
        data.facts()
                .ifPresent(
                        f -> f.recorded().forEach(d -> tools.add(d.replaceFirst("^[^:]*: ", ""))));
        if (tools.isEmpty()) {
            return "";
        }
        List<String> shown = tools.stream().limit(4).toList();
        return " (" + String.join(", ", shown) + (tools.size() > 4 ? ", …" : "") + ")";
    }

    private static List<Measurement> allMeasurements(ReportData data) {
        return data.runs().stream().flatMap(r -> r.measurements().stream()).toList();
    }

    private static void summary(Markup m, ReportData data) {
        section(m, "summary", "Summary");
        String headline = Headline.of(data);
        if (!headline.isEmpty()) {
            m.leaf("p", headline, "class", "headline");
        }
        oddOnes(m, data);
        m.open("div", "class", "tiles");
        data.cluster()
                .ifPresent(
                        c -> {
                            int hosts = c.hosts().size();
                            tile(
                                    m,
                                    Integer.toString(hosts),
                                    hosts == 1 ? "host" : "hosts",
                                    Words.count(c.rails().size(), "rail", "rails"),
                                    "");
                        });
        if (!data.checks().isEmpty()) {
            String counts =
                    data.checks().stream()
                            .map(s -> Integer.toString(s.findings().size()))
                            .collect(Collectors.joining(" → "));
            String labels =
                    data.checks().stream()
                            .map(ReportData.Stage::label)
                            .collect(Collectors.joining(" → "));
            boolean clean = data.checks().getLast().findings().isEmpty();
            String unknown =
                    Words.count(data.checks().getLast().notChecked().size(), "check", "checks")
                            + " not made";
            tile(
                    m,
                    counts,
                    "findings",
                    data.checks().size() > 1 ? labels : unknown,
                    clean ? "good" : "bad");
        }
        for (ReportData.Plan plan : data.changes()) {
            tile(
                    m,
                    Integer.toString(plan.changes().size()),
                    plan.changes().size() == 1 ? "change" : "changes",
                    plan.label(),
                    "");
        }
        data.latest().ifPresent(run -> tiles(m, run));
        m.close();
        m.close();
    }

    private static void tiles(Markup m, ReportData.Measured run) {
        List<Measurement> bandwidths =
                run.measurements().stream().filter(Paths::isBandwidth).toList();
        List<String> series = Paths.seriesOf(run.measurements());
        if (!bandwidths.isEmpty()) {
            String last = series.getLast();
            List<Double> values =
                    bandwidths.stream()
                            .filter(v -> Paths.series(v).equals(last))
                            .map(Measurement::value)
                            .toList();
            tile(
                    m,
                    Values.text(io.railhead.bench.twins.Robust.median(values), "bit/s"),
                    "median",
                    last,
                    "");
        }
        List<Double> p50 =
                run.measurements().stream()
                        .filter(Paths::isLatency)
                        .filter(v -> v.statistic() == Statistic.P50)
                        .filter(v -> !v.conditions().get("load").equals("under-load"))
                        .map(Measurement::value)
                        .toList();
        if (!p50.isEmpty()) {
            tile(
                    m,
                    Values.text(io.railhead.bench.twins.Robust.median(p50), "ns"),
                    "median p50",
                    "TCP latency, half a round trip",
                    "");
        }
        Map<Verdict, Integer> verdicts = Paths.verdicts(run.measurements());
        int met = verdicts.getOrDefault(Verdict.MET, 0);
        int missed = verdicts.getOrDefault(Verdict.MISSED, 0);
        if (met + missed > 0) {
            tile(
                    m,
                    met + " of " + (met + missed),
                    "expectations met",
                    missed == 0 ? "" : missed + " missed",
                    missed == 0 ? "good" : "bad");
        }
        if (!run.oddOnes().isEmpty()) {
            String odd =
                    run.oddOnes().stream()
                            .map(OddOne::subject)
                            .distinct()
                            .limit(3)
                            .collect(Collectors.joining(", "));
            tile(m, odd, "odd one out", "differs from its twins", "bad");
        }
        if (!run.failures().isEmpty()) {
            tile(m, Integer.toString(run.failures().size()), "not measured", "see failures", "bad");
        }
    }

    private static void tile(Markup m, String figure, String what, String more, String style) {
        m.open("div", "class", ("tile " + style).strip());
        m.leaf("span", figure, "class", figure.length() > 12 ? "figure long" : "figure");
        m.leaf("span", what, "class", "what");
        if (!more.isEmpty()) {
            m.leaf("span", more, "class", "more");
        }
        m.close();
    }

    static void section(Markup m, String id, String title) {
        m.open("section", "id", id);
        m.leaf("h2", title);
    }

    private static void topology(Markup m, ReportData data) {
        if (data.cluster().isPresent() && !data.cluster().get().hosts().isEmpty()) {
            section(m, "topology", "Topology");
            TopologyDrawing.draw(m, "topology-drawing", data, data.cluster().get());
            m.close();
        }
    }

    static void head(Markup m, String... names) {
        m.open("thead").open("tr");
        for (String name : names) {
            m.leaf("th", name, "scope", "col");
        }
        m.close().close();
    }

    private static void oddOnes(Markup m, ReportData data) {
        List<OddOne> all = data.latest().map(ReportData.Measured::oddOnes).orElse(List.of());
        if (all.isEmpty()) {
            return;
        }
        Set<String> said = new LinkedHashSet<>();
        for (OddOne odd : all) {
            String more =
                    odd.differences().isEmpty()
                            ? ""
                            : " It also differs in " + String.join("; ", odd.differences()) + ".";
            said.add(odd.summary() + "." + more);
        }
        m.open("ul", "class", "odd");
        said.stream().limit(12).forEach(s -> m.leaf("li", s));
        if (said.size() > 12) {
            m.leaf("li", "and " + (said.size() - 12) + " more");
        }
        m.close();
    }

    private static void notes(Markup m, ReportData data) {
        Set<String> all = new LinkedHashSet<>(data.notes());
        data.latest().ifPresent(r -> all.addAll(r.notes()));
        if (all.isEmpty()) {
            return;
        }
        section(m, "notes", "Notes");
        m.open("ul");
        Folded.sentences(all).stream().limit(100).forEach(n -> m.leaf("li", n));
        m.close();
        m.close();
    }

    private static void provenance(Markup m, ReportData data) {
        Map<String, String> all = new LinkedHashMap<>(data.provenance());
        List<Measurement> measured =
                data.latest().map(ReportData.Measured::measurements).orElse(List.of());
        Conditioned.common(measured).forEach(all::putIfAbsent);
        if (all.isEmpty()) {
            return;
        }
        section(m, "provenance", "Provenance and conditions");
        m.open("div", "class", "scroll");
        m.open("table", "class", "narrow");
        m.open("tbody");
        all.forEach(
                (what, value) -> {
                    m.open("tr");
                    m.leaf("th", what, "scope", "row");
                    m.leaf("td", value);
                    m.close();
                });
        m.close().close().close();
        m.close();
    }
}
