package io.railhead.cli.report;

import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What was found: root causes first, alike ones of many machines once. Of several checks the first
/// says of each finding whether it is mended by the last, which then shows only what is left.
final class FindingsSection {
    private static final int MOST_QUOTES = 4;

    private FindingsSection() {}

    static void findings(Markup m, ReportData data) {
        if (data.checks().isEmpty()) {
            return;
        }
        Set<String> machines = Alike.machines(data);
        List<ReportData.Stage> stages = data.checks();
        boolean several = stages.size() > 1;
        Set<String> left = keys(stages.getLast().findings());
        Set<String> before = keys(stages.getFirst().findings());
        HtmlReport.section(m, "findings", "Findings");
        for (int i = 0; i < stages.size(); i++) {
            ReportData.Stage stage = stages.get(i);
            if (several) {
                m.leaf("h3", stage.label() + ": " + count(stage.findings().size()));
            } else if (stage.findings().isEmpty()) {
                m.leaf("p", "Nothing found.");
            }
            for (Alike.Found f : Alike.findings(stage.findings(), machines)) {
                if (several && i == 0) {
                    card(m, f, fate(f, left));
                } else if (several && before.containsAll(keys(f.all()))) {
                    m.open("p", "class", "left");
                    m.leaf("span", f.first().severity().word(), "class", "severity");
                    m.text(" " + f.subject() + " ").leaf("code", f.first().code());
                    m.text(" is still there, as above.");
                    m.close();
                } else {
                    card(m, f, several ? "new" : "");
                }
            }
            notChecked(m, stage.notChecked());
        }
        m.close();
    }

    private static String count(int n) {
        return n == 0 ? "nothing found" : Words.count(n, "finding", "findings");
    }

    private static Set<String> keys(List<Finding> findings) {
        Set<String> keys = new LinkedHashSet<>();
        findings.forEach(f -> keys.add(f.code() + " " + f.subject()));
        return keys;
    }

    private static String fate(Alike.Found found, Set<String> left) {
        Set<String> own = keys(found.all());
        long still = own.stream().filter(left::contains).count();
        return still == 0 ? "mended" : still == own.size() ? "still there" : "partly mended";
    }

    private static void card(Markup m, Alike.Found found, String fate) {
        Finding f = found.first();
        m.open(
                "article",
                "class",
                "finding " + f.severity().word() + (fate.equals("mended") ? " mended" : ""));
        m.open("h4");
        if (!fate.isEmpty()) {
            m.leaf("span", fate, "class", fate.equals("mended") ? "fate good" : "fate bad");
        }
        m.leaf("span", f.severity().word(), "class", "severity");
        m.text(" ").leaf("span", found.subject(), "class", "subject");
        m.text(" ").leaf("code", f.code());
        m.close();
        m.leaf("p", f.summary());
        m.open("dl");
        found.cause().lines().forEach(cause -> definition(m, "Cause", cause));
        definition(m, "Fix", f.fix());
        definition(m, "Explains", String.join(", ", new TreeSet<>(f.explains())));
        m.close();
        if (!f.evidence().isEmpty()) {
            m.open("pre");
            for (Evidence e : f.evidence().stream().limit(MOST_QUOTES).toList()) {
                m.leaf(
                        "span",
                        Words.cut(e.document(), 90) + (e.line() > 0 ? ":" + e.line() : ""),
                        "class",
                        "from");
                m.text("\n  " + Words.cut(e.text().strip(), 400) + "\n");
            }
            m.close();
        }
        m.close();
    }

    private static void definition(Markup m, String term, String text) {
        if (!text.isBlank()) {
            m.leaf("dt", term);
            m.open("dd");
            inline(m, text);
            m.close();
        }
    }

    /// Text with what stands between backticks as code.
    private static void inline(Markup m, String text) {
        String[] parts = text.split("`", -1);
        boolean paired = parts.length % 2 == 1;
        for (int i = 0; i < parts.length; i++) {
            if (paired && i % 2 == 1) {
                m.leaf("code", parts[i], "class", "inline");
            } else {
                m.text((i > 0 && !paired ? "`" : "") + parts[i]);
            }
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
}
