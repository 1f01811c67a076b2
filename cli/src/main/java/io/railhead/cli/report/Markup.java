package io.railhead.cli.report;

import io.railhead.model.Visible;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;

/// Writes elements that are well-formed as XML and valid as HTML. All text and every attribute
/// value is escaped; characters that XML forbids, and those that turn the direction of text, are
/// written out by [Visible].
final class Markup {
    private final StringBuilder out = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /// Opens an element. Attributes are pairs of name and value; a pair whose value is empty is
    /// left out.
    Markup open(String name, Object... attributes) {
        tag(name, attributes);
        out.append('>');
        open.push(name);
        return this;
    }

    Markup close() {
        out.append("</").append(open.pop()).append('>');
        if (open.size() < 4) {
            out.append('\n');
        }
        return this;
    }

    /// An element without content: `<br/>`, `<rect …/>`.
    Markup empty(String name, Object... attributes) {
        tag(name, attributes);
        out.append("/>");
        return this;
    }

    /// An element with text.
    Markup leaf(String name, String text, Object... attributes) {
        return open(name, attributes).text(text).close();
    }

    Markup text(String text) {
        escape(text, out);
        return this;
    }

    /// Our own text that must not be escaped: a style sheet.
    Markup verbatim(String ours) {
        out.append(ours);
        return this;
    }

    private void tag(String name, Object... attributes) {
        out.append('<').append(name);
        for (int i = 0; i + 1 < attributes.length; i += 2) {
            String value = word(attributes[i + 1]);
            if (!value.isEmpty()) {
                out.append(' ').append(attributes[i]).append("=\"");
                escape(value, out);
                out.append('"');
            }
        }
    }

    /// Numbers with at most two decimals and no exponent.
    private static String word(Object value) {
        if (value instanceof Double d) {
            if (!Double.isFinite(d)) {
                return "0";
            }
            String text = String.format(Locale.ROOT, "%.2f", d);
            return text.endsWith(".00") ? text.substring(0, text.length() - 3) : text;
        }
        return value.toString();
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        escape(text, escaped);
        return escaped.toString();
    }

    private static void escape(String text, StringBuilder out) {
        Visible.of(text.replace("\r\n", "\n"))
                .codePoints()
                .forEach(
                        c -> {
                            switch (c) {
                                case '&' -> out.append("&amp;");
                                case '<' -> out.append("&lt;");
                                case '>' -> out.append("&gt;");
                                case '"' -> out.append("&quot;");
                                case '\'' -> out.append("&#39;");
                                default -> out.appendCodePoint(c);
                            }
                        });
    }

    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("still open: " + open);
        }
        return out.toString();
    }
}
