package io.railhead.cli.report;

import io.railhead.configure.TextDiff;
import io.railhead.model.Change;
import java.util.List;

/// What was or would be changed: a diff a resource, hosts that change alike together.
final class ChangesSection {
    private static final int CONTEXT = 2;
    private static final int MOST_LINES = 80;

    private ChangesSection() {}

    static void changes(Markup m, ReportData data) {
        if (data.changes().isEmpty()) {
            return;
        }
        HtmlReport.section(m, "changes", "Changes");
        for (ReportData.Plan plan : data.changes()) {
            m.leaf("h3", plan.label());
            if (plan.changes().isEmpty()) {
                m.leaf("p", "Nothing to change.");
            }
            Alike.changes(plan.changes()).forEach(c -> change(m, c));
        }
        m.close();
    }

    private static void change(Markup m, Alike.Changed alike) {
        Change c = alike.first();
        m.open("article", "class", "change");
        m.open("h4");
        m.leaf("span", alike.hosts(), "class", "subject");
        m.text(" ").leaf("code", c.resource());
        m.close();
        m.open("dl");
        m.leaf("dt", "Why").leaf("dd", c.why());
        m.leaf("dt", "Risk").leaf("dd", c.risk().word());
        if (alike.addressesDiffer()) {
            m.leaf("dt", "Note")
                    .leaf(
                            "dd",
                            "as on "
                                    + c.device()
                                    + "; the other "
                                    + (alike.count() - 1)
                                    + " alike, each with its own addresses");
        }
        m.close();
        if (!isOneLine(c)) {
            diff(m, TextDiff.unified(c.before(), c.after(), CONTEXT));
        } else {
            m.open("p");
            m.leaf("code", c.before().isBlank() ? "absent" : c.before().strip());
            m.text(" → ");
            m.leaf("code", c.after().isBlank() ? "absent" : c.after().strip());
            m.close();
        }
        m.close();
    }

    private static boolean isOneLine(Change c) {
        return c.before().lines().count() <= 1 && c.after().lines().count() <= 1;
    }

    private static void diff(Markup m, List<String> lines) {
        m.open("pre", "class", "diff");
        for (String line : lines.subList(0, Math.min(MOST_LINES, lines.size()))) {
            String style =
                    switch (line.isEmpty() ? ' ' : line.charAt(0)) {
                        case '+' -> "good";
                        case '-' -> "bad";
                        case '@' -> "quiet";
                        default -> "";
                    };
            if (style.isEmpty()) {
                m.text(line + "\n");
            } else {
                m.leaf("span", line + "\n", "class", style);
            }
        }
        if (lines.size() > MOST_LINES) {
            m.text("… " + (lines.size() - MOST_LINES) + " more lines\n");
        }
        m.close();
    }
}
