package io.railhead.cli.report;

import io.railhead.model.Change;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// What was found and what was changed.
final class FindingsSection {
    private FindingsSection() {}

    static void findings(Markup m, ReportData data) {
        if (data.checks().isEmpty()) {
            return;
        }
        HtmlReport.section(m, "findings", "Findings");
        for (ReportData.Stage stage : data.checks()) {
            if (data.checks().size() > 1) {
                m.leaf(
                        "h3",
                        stage.label()
                                + ": "
                                + (stage.findings().isEmpty()
                                        ? "nothing found"
                                        : Words.count(
                                                stage.findings().size(), "finding", "findings")));
            } else if (stage.findings().isEmpty()) {
                m.leaf("p", "Nothing found.");
            }
            stage.findings().forEach(f -> finding(m, f));
            notChecked(m, stage.notChecked());
        }
        m.close();
    }

    private static void finding(Markup m, Finding f) {
        m.open("article", "class", "finding " + f.severity().word());
        m.open("h4");
        m.leaf("span", f.severity().word(), "class", "severity");
        m.text(" ").leaf("span", f.subject(), "class", "subject");
        m.text(" ").leaf("code", f.code());
        m.close();
        m.leaf("p", f.summary());
        m.open("dl");
        definition(m, "Cause", f.cause());
        definition(m, "Fix", f.fix());
        definition(m, "Explains", String.join(", ", new TreeSet<>(f.explains())));
        m.close();
        if (!f.evidence().isEmpty()) {
            m.open("pre");
            for (Evidence e : f.evidence()) {
                m.leaf(
                        "span",
                        e.document() + (e.line() > 0 ? ":" + e.line() : ""),
                        "class",
                        "from");
                m.text("  " + e.text() + "\n");
            }
            m.close();
        }
        m.close();
    }

    private static void definition(Markup m, String term, String text) {
        if (!text.isBlank()) {
            m.leaf("dt", term);
            m.leaf("dd", text);
        }
    }

    private static void notChecked(Markup m, List<NotChecked> not) {
        if (not.isEmpty()) {
            return;
        }
        Map<String, List<String>> byWhy = new LinkedHashMap<>();
        for (NotChecked n : not) {
            byWhy.computeIfAbsent(n.check() + ": " + n.why(), k -> new ArrayList<>())
                    .add(n.subject());
        }
        m.open("details");
        m.leaf("summary", Words.count(not.size(), "check", "checks") + " not made, and why");
        m.open("ul");
        byWhy.forEach(
                (why, subjects) -> {
                    List<String> names = subjects.stream().filter(s -> !s.isEmpty()).toList();
                    m.leaf("li", why + (names.isEmpty() ? "" : " (" + Words.some(names, 6) + ")"));
                });
        m.close();
        m.close();
    }

    static void changes(Markup m, ReportData data) {
        if (data.changes().isEmpty()) {
            return;
        }
        HtmlReport.section(m, "changes", "Changes");
        for (ReportData.Plan plan : data.changes()) {
            m.leaf("h3", plan.label());
            if (plan.changes().isEmpty()) {
                m.leaf("p", "Nothing to change.");
                continue;
            }
            m.open("div", "class", "scroll");
            m.open("table");
            HtmlReport.head(m, "Machine", "Resource", "Before", "After", "Risk", "Why");
            m.open("tbody");
            for (Change c : plan.changes()) {
                m.open("tr");
                m.leaf("th", c.device(), "scope", "row");
                m.open("td").leaf("code", c.resource()).close();
                m.open("td").leaf("pre", Words.cut(c.before(), 600)).close();
                m.open("td").leaf("pre", Words.cut(c.after(), 600)).close();
                m.leaf("td", c.risk().word());
                m.leaf("td", c.why());
                m.close();
            }
            m.close().close().close();
        }
        m.close();
    }
}
