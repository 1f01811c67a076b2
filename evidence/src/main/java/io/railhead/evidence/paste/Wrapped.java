package io.railhead.evidence.paste;

import io.railhead.evidence.log.LogScanner;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// What lines tell that a terminal, a mail program or a person broke in two.
///
/// Lines of one paragraph whose next word would not have fitted were one line: they are joined and
/// read again, and what neither part told alone is an event of the first. Tables and lines that
/// begin as a record does are left as they are.
final class Wrapped {
    /// Larger documents are logs as they were written, not as somebody pasted them, in characters.
    private static final int LARGEST = 1 << 18;

    /// Shorter lines were not broken for want of room, in characters.
    private static final int NARROWEST = 56;

    /// Longer ones were not broken at all, in characters.
    private static final int WIDEST = 260;

    /// Lines that are joined to one.
    private static final int PARTS = 4;

    private static final int MOST = 2000;

    private static final int SLACK = 12;

    /// How a record, an item, a prompt or a heading begins.
    private static final Pattern START =
            Pattern.compile(
                    "^\\s*(?:[\\[(<{|+$#>*•@=-]|\\d{4}-\\d\\d|\\d\\d:\\d\\d:|[A-Z][a-z]{2} [ \\d]\\d |[EWIF]\\d{4}\\b"
                            + "|[\\w.-]+:\\d+:\\d+ \\[|[\\w.-]+@[\\w.-]+[:~ ]|(?:INFO|WARN\\w*|ERROR|DEBUG|FATAL)\\b"
                            + "|Traceback|File \"|[\\w./ -]{1,40}[:=](?:\\s|$)|[\\w./-]+\\s{2,}\\S)");

    /// Columns.
    private static final Pattern TABLE = Pattern.compile("\\S(?:\\s{3,}|\\t)\\S");

    private record Line(int first, List<String> parts, String joined) {}

    private Wrapped() {}

    /// @param text the whole document
    static List<LogEvent> of(String document, String text, LogScanner scanner) {
        if (text.length() > LARGEST) return List.of();
        List<Line> joined = joined(text.lines().toList());
        if (joined.isEmpty()) return List.of();
        List<Set<String>> alone = new ArrayList<>();
        List<Integer> lineOf = new ArrayList<>();
        StringBuilder parts = new StringBuilder();
        StringBuilder wholes = new StringBuilder();
        for (Line line : joined) {
            alone.add(new HashSet<>());
            for (String part : line.parts) {
                lineOf.add(alone.size() - 1);
                parts.append(part).append('\n');
            }
            wholes.append(line.joined).append('\n');
        }
        for (LogEvent e : read(document, parts, scanner)) {
            alone.get(lineOf.get(e.source().firstLine() - 1)).add(e.kind() + e.values());
        }
        List<LogEvent> events = new ArrayList<>();
        for (LogEvent e : read(document, wholes, scanner)) {
            Line line = joined.get(e.source().firstLine() - 1);
            Set<String> told = alone.get(e.source().firstLine() - 1);
            if (told.contains(e.kind() + e.values())) continue;
            events.add(
                    new LogEvent(
                            e.kind(),
                            e.host(),
                            e.values(),
                            line.joined,
                            1,
                            line.first,
                            new Source(document, line.first, line.first + line.parts.size() - 1)));
        }
        return events;
    }

    private static List<LogEvent> read(String document, CharSequence text, LogScanner scanner) {
        byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
        return scanner.scan(document, utf8).events();
    }

    private static List<Line> joined(List<String> lines) {
        List<Line> all = new ArrayList<>();
        int at = 0;
        while (at < lines.size() && all.size() < MOST) {
            int end = at;
            int width = 0;
            while (end < lines.size() && !lines.get(end).isBlank()) {
                width = Math.max(width, lines.get(end).stripTrailing().length());
                end++;
            }
            if (width >= NARROWEST && width <= WIDEST) paragraph(lines, at, end, width, all);
            at = Math.max(end, at) + 1;
        }
        return all;
    }

    private static void paragraph(List<String> lines, int from, int to, int width, List<Line> all) {
        int full = 0;
        int alike = 0;
        for (String line : lines.subList(from, to)) {
            int length = line.stripTrailing().length();
            if (length == width) full++;
            if (length > width - SLACK) alike++;
        }
        for (int i = from; i + 1 < to; i++) {
            StringBuilder whole = new StringBuilder(lines.get(i).strip());
            List<String> parts = new ArrayList<>(List.of(lines.get(i)));
            int next = i + 1;
            while (next < to
                    && parts.size() < PARTS
                    && isBroken(lines.get(next - 1), lines.get(next), width, alike > 1)) {
                // A terminal breaks words, a mail program does not.
                boolean word = full > 1 && lines.get(next - 1).stripTrailing().length() == width;
                if (!word || lines.get(next).charAt(0) == ' ') whole.append(' ');
                whole.append(lines.get(next).strip());
                parts.add(lines.get(next));
                next++;
            }
            if (parts.size() > 1) all.add(new Line(i + 1, parts, whole.toString()));
        }
    }

    private static boolean isBroken(String line, String next, int width, boolean alike) {
        String a = line.stripTrailing();
        String word = next.strip().split("\\s", 2)[0];
        // Who breaks lines by hand does so at a word, somewhat before the end.
        int slack = !word.isEmpty() && Character.isLowerCase(word.charAt(0)) ? SLACK : 0;
        return a.length() >= NARROWEST
                && a.length() + 1 + word.length() + slack > width
                && ".!?:;{".indexOf(a.charAt(a.length() - 1)) < 0
                && (isOpen(word) || alike)
                && !START.matcher(next).find()
                && !TABLE.matcher(a).find()
                && !TABLE.matcher(next).find();
    }

    /// How the rest of a sentence begins: a name with a digit or a sign in it may begin a row.
    private static boolean isOpen(String word) {
        return word.matches("[a-z][a-z'/-]*[,.;:)]*");
    }
}
