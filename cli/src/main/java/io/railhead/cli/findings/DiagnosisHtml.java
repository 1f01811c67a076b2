package io.railhead.cli.findings;

import io.railhead.model.Curtailed;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
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
            @media(prefers-color-scheme:dark){body{color:#e6e6e6;background:#161616}
            pre{background:#242424}.where{color:#9a9a9a}}
            """;

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
        if (findings.isEmpty()) leaf(page, "p", "No fault found in what was read.");
        Set<String> explained =
                findings.stream().flatMap(f -> f.explains().stream()).collect(Collectors.toSet());
        for (Finding f : findings) {
            page.append("<article class=\"").append(f.severity().word());
            page.append(explained.contains(f.code()) ? " follows\"><h3>" : "\"><h3>");
            page.append(escaped(f.severity().word())).append(" <code>");
            page.append(escaped(f.code())).append("</code> ").append(escaped(f.subject()));
            page.append("</h3>");
            leaf(page, "p", f.summary());
            for (Evidence e : f.evidence()) {
                page.append("<div class=\"where\">").append(escaped(e.document()));
                if (e.line() > 0) page.append(':').append(e.line());
                page.append("</div>");
                leaf(page, "pre", e.text());
            }
            if (!f.cause().isBlank()) leaf(page, "p", "Why: " + f.cause());
            if (!f.fix().isBlank()) leaf(page, "p", "Fix: " + f.fix());
            page.append("</article>");
        }
        List<Unread> unread = examined.facts().unread();
        if (!unread.isEmpty()) leaf(page, "h3", "Not recognised");
        for (Unread u : unread) {
            leaf(page, "pre", u.document() + ":" + u.line() + ": " + u.text());
        }
        List<Curtailed> curtailed = examined.facts().curtailed();
        if (!curtailed.isEmpty()) leaf(page, "h3", "Not read in full");
        for (Curtailed c : curtailed) {
            leaf(page, "pre", c.document() + ":" + c.line() + ": " + c.why());
        }
    }

    private static void leaf(StringBuilder page, String tag, String text) {
        page.append('<').append(tag).append('>').append(escaped(text));
        page.append("</").append(tag).append('>');
    }

    private static String escaped(String text) {
        return Visible.of(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
