package io.railhead.cli.findings;

import io.railhead.checks.diagnosis.Figure;
import io.railhead.checks.diagnosis.Harmless;
import io.railhead.model.Curtailed;
import io.railhead.model.Doubt;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Unread;
import io.railhead.model.Visible;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// A diagnosis as one self-contained page.
public final class DiagnosisHtml {
    private static final String STYLE =
            """
            body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:2rem auto;padding:0 1rem;
            color:#1a1a1a;background:#fff}
            article{border-left:.4rem solid #888;padding:.2rem 1rem;margin:1.2rem 0}
            .critical,.error{border-color:#b3261e}.warning{border-color:#b26a00}
            .info{border-color:#2b6cb0}.follows{margin-left:2.5rem}
            pre{background:#f4f4f4;padding:.5rem;overflow-x:auto;margin:.2rem 0 .8rem}
            .where{color:#666;font-size:.85rem}code{font-weight:600}
            pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85rem;border-radius:.3rem}
            .command{background:#1f2a36;color:#eaf2fb}h3{margin:.4rem 0;font-weight:500}
            .badge{font-size:.75rem;text-transform:uppercase;letter-spacing:.04em;color:#fff;
            background:#666;border-radius:.3rem;padding:.15rem .45rem;vertical-align:middle}
            .critical .badge,.error .badge{background:#b3261e}.warning .badge{background:#b26a00}
            .info .badge{background:#2b6cb0}small{color:#666}
            table{border-collapse:collapse;font-size:.9rem}td{padding:.2rem .8rem .2rem 0;
            vertical-align:top;border-top:1px solid #8884}summary{cursor:pointer}
            th{text-align:left;font-weight:600;padding:.2rem .8rem .2rem 0;vertical-align:top;
            border-top:1px solid #8884;white-space:nowrap}details{margin:.6rem 0}
            @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}
            pre{background:#242424}.where{color:#9a9a9a}}
            """;

    /// Quoted lines that are not folded.
    private static final int QUOTES = 4;

    private DiagnosisHtml() {}

    public static String of(List<Examined> all) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\">")
                .append("<meta name=\"viewport\" content=\"width=device-width\">")
                .append("<title>Diagnosis</title><style>")
                .append(STYLE)
                .append("</style></head><body><h1>Diagnosis</h1>");
        for (Examined e : all) section(page, e);
        return page.append("</body></html>\n").toString();
    }

    private static void section(StringBuilder page, Examined examined) {
        leaf(page, "h2", examined.input());
        List<Finding> findings = examined.report().findings();
        if (findings.isEmpty() || !examined.judgement().isVerdict()) {
            leaf(page, "p", Words.of(examined));
        }
        Set<String> explained =
                findings.stream().flatMap(f -> f.explains().stream()).collect(Collectors.toSet());
        for (Finding f : findings) finding(page, f, explained.contains(f.code()));
        figures(page, Figure.in(examined.facts()));
        List<Harmless> harmless = Harmless.in(examined.facts());
        if (!harmless.isEmpty()) {
            page.append("<details><summary>Harmless: ").append(harmless.size());
            page.append(harmless.size() == 1 ? " line that looks" : " lines that look");
            page.append(" like a fault</summary>");
            for (Harmless h : harmless) {
                quote(page, h.line());
                leaf(page, "p", h.why());
            }
            page.append("</details>");
        }
        notChecked(page, examined.report().notChecked());
        List<Unread> unread = examined.facts().unread();
        if (!unread.isEmpty()) unread(page, unread);
        List<Curtailed> curtailed = examined.facts().curtailed();
        if (!curtailed.isEmpty()) leaf(page, "h3", "Not read in full");
        for (Curtailed c : curtailed) {
            leaf(page, "pre", place(c.document(), c.line()) + ": " + c.why());
        }
    }

    /// Where something stands; a document as a whole has no line.
    private static String place(String document, int line) {
        return line > 0 ? document + ":" + line : document;
    }

    /// Benchmarks' figures as they are to be read, each with its line.
    private static void figures(StringBuilder page, List<Figure> figures) {
        if (figures.isEmpty()) return;
        page.append("<h3>Figures read</h3><table class=\"figures\">");
        for (Figure f : figures) {
            page.append("<tr>");
            leaf(page, "th", f.subject());
            page.append("<td>").append(escaped(f.text())).append("<div class=\"where\">");
            page.append(escaped(place(f.line().document(), f.line().line())));
            page.append("</div></td></tr>");
        }
        page.append("</table>");
    }

    private static void notChecked(StringBuilder page, List<NotChecked> all) {
        if (all.isEmpty()) return;
        page.append("<details><summary>Not checked: ").append(all.size()).append("</summary><ul>");
        for (NotChecked n : all) {
            String of = n.subject().isEmpty() ? "" : " of " + n.subject();
            leaf(page, "li", n.check() + of + ": " + n.why());
        }
        page.append("</ul></details>");
    }

    private static void unread(StringBuilder page, List<Unread> unread) {
        page.append("<details><summary>Not recognised: ").append(unread.size());
        page.append(unread.size() == 1 ? " part" : " parts").append(" of the input</summary>");
        for (Unread u : unread) {
            leaf(page, "pre", place(u.document(), u.line()) + ": " + u.text());
        }
        page.append("</details>");
    }

    private static void finding(StringBuilder page, Finding f, boolean follows) {
        Doubt doubt = f.doubt();
        page.append("<article class=\"").append(f.severity().word());
        page.append(follows ? " follows\"><h3>" : "\"><h3>");
        page.append("<span class=\"badge\">").append(escaped(f.severity().word()));
        page.append("</span> <code>").append(escaped(f.code())).append("</code> ");
        page.append(escaped(f.subject()));
        if (doubt.certainty() != Doubt.Certainty.CERTAIN) {
            page.append(" <small>").append(doubt.certainty().word()).append("</small>");
        }
        page.append("</h3>");
        leaf(page, "p", f.summary());
        int shown = 0;
        for (Evidence e : f.evidence()) {
            if (++shown == QUOTES + 1) {
                page.append("<details><summary>").append(f.evidence().size() - QUOTES);
                page.append(" more</summary>");
            }
            quote(page, e);
        }
        if (shown > QUOTES) page.append("</details>");
        if (!follows) {
            if (!f.cause().isBlank()) labelled(page, "Why", f.cause());
            fix(page, f.fix());
            open(page, doubt);
        }
        page.append("</article>");
    }

    private static void quote(StringBuilder page, Evidence e) {
        page.append("<div class=\"where\">").append(escaped(place(e.document(), e.line())));
        page.append("</div>");
        leaf(page, "pre", e.text());
    }

    private static void labelled(StringBuilder page, String label, String text) {
        page.append("<p><b>").append(label).append("</b> ").append(escaped(text)).append("</p>");
    }

    /// Sentences as paragraphs, commands as text to be copied.
    private static void fix(StringBuilder page, String fix) {
        if (fix.isBlank()) return;
        page.append("<p><b>Fix</b></p>");
        StringBuilder commands = new StringBuilder();
        for (String line : fix.stripTrailing().lines().toList()) {
            if (line.startsWith("  ")) {
                commands.append(line.strip()).append('\n');
            } else {
                commands(page, commands);
                leaf(page, "p", line);
            }
        }
        commands(page, commands);
    }

    private static void commands(StringBuilder page, StringBuilder commands) {
        if (commands.isEmpty()) return;
        page.append("<pre class=\"command\">").append(escaped(commands.toString().stripTrailing()));
        page.append("</pre>");
        commands.setLength(0);
    }

    private static void open(StringBuilder page, Doubt doubt) {
        if (doubt.decide().isBlank()) return;
        labelled(page, "To decide", doubt.decide());
        if (doubt.alternatives().isEmpty()) return;
        page.append("<p><b>May also be</b>, most likely first</p><table>");
        for (Doubt.Alternative a : doubt.alternatives()) {
            page.append("<tr><td><code>").append(escaped(a.code())).append("</code></td><td>");
            page.append(escaped(a.decide())).append("</td></tr>");
        }
        page.append("</table>");
    }

    private static void leaf(StringBuilder page, String tag, String text) {
        page.append('<').append(tag).append('>').append(escaped(text));
        page.append("</").append(tag).append('>');
    }

    private static String escaped(String text) {
        return Visible.of(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
