package io.railhead.evidence.nvue;

import io.railhead.evidence.Lines;
import io.railhead.evidence.switching.Ports;
import io.railhead.model.fact.Stated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What `nv show` prints: a tree of settings, indented, with an operational and an applied value in
/// columns that a row of dashes shows; then tables, each under a title.
///
/// @param settings operational values by path, `pfc/pfc-priority`
/// @param applied applied values by path
record NvueTree(
        Map<String, Stated<String>> settings,
        Map<String, Stated<String>> applied,
        List<Table> tables) {
    private static final Pattern HEAD = Pattern.compile(" +operational +applied.*");
    private static final Pattern DASHES = Pattern.compile(" *-{1,}(?: {2}-{1,})+ *");
    private static final Pattern RUN = Pattern.compile("-+");
    private static final Pattern GAP = Pattern.compile(" {2,}");

    /// A titled table. Its first column has no heading.
    record Table(String title, List<String> names, List<Row> rows) {
        Table {
            names = List.copyOf(names);
        }
    }

    /// One row of a table.
    record Row(Map<String, String> cells, Lines.Line line) {
        String cell(String name) {
            return cells.getOrDefault(name, "");
        }
    }

    static boolean heads(String line) {
        return line.length() < 1000 && HEAD.matcher(line).matches();
    }

    static NvueTree of(Lines lines) {
        NvueTree tree =
                new NvueTree(new LinkedHashMap<>(), new LinkedHashMap<>(), new ArrayList<>());
        for (int i = 0; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (!line.isLeft() || line.text().length() > 2000) continue;
            if (heads(line.text()) && i + 1 < lines.size()) {
                line.ignore();
                i = tree.branch(lines, i + 1);
            } else if (i + 1 < lines.size() && isTitle(line, lines.get(i + 1))) {
                line.ignore();
                lines.get(i + 1).ignore();
                i = tree.table(line.stripped(), lines, i + 2);
            }
        }
        return tree;
    }

    private static boolean isTitle(Lines.Line line, Lines.Line next) {
        return line.indent() == 0 && next.text().startsWith("===") && Ports.isRuler(next.text());
    }

    /// @param at the row of dashes
    /// @return the last line that belongs to the tree
    private int branch(Lines lines, int at) {
        Lines.Line dashes = lines.get(at);
        if (!DASHES.matcher(dashes.text()).matches()) return at - 1;
        List<int[]> spans = spans(dashes.text());
        dashes.ignore();
        Deque<int[]> indents = new ArrayDeque<>();
        List<String> path = new ArrayList<>();
        int i = at + 1;
        for (; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank()) return i;
            if (!line.isLeft() || line.text().length() > 2000) continue;
            if (i + 1 < lines.size() && isTitle(line, lines.get(i + 1))) return i - 1;
            String name = cut(line.text(), 0, spans);
            if (name.isEmpty() || name.indexOf(' ') >= 0) return i - 1;
            while (!indents.isEmpty() && indents.peek()[0] >= line.indent()) {
                indents.pop();
                path.removeLast();
            }
            indents.push(new int[] {line.indent()});
            path.add(name);
            String full = String.join("/", path);
            put(settings, full, cut(line.text(), 1, spans), line);
            put(applied, full, cut(line.text(), 2, spans), line);
            line.read();
        }
        return i;
    }

    private static void put(
            Map<String, Stated<String>> into, String path, String value, Lines.Line line) {
        if (!value.isEmpty()) into.putIfAbsent(path, new Stated<>(value, value, line.source()));
    }

    private static String cut(String text, int column, List<int[]> spans) {
        if (column >= spans.size()) return "";
        int from = spans.get(column)[0];
        int to = column + 1 < spans.size() ? spans.get(column + 1)[0] : text.length();
        to = Math.min(to, text.length());
        return from < to ? text.substring(from, to).strip() : "";
    }

    private int table(String title, Lines lines, int at) {
        if (at >= lines.size()) return at - 1;
        Lines.Line head = lines.get(at);
        Lines.Line dashes = lines.get(Math.min(at + 1, lines.size() - 1));
        if (!DASHES.matcher(dashes.text()).matches()) {
            // `No Data` under `Exception List`.
            tables.add(new Table(title, List.of(), List.of()));
            if (head.stripped().equals("No Data")) head.read();
            return at;
        }
        List<String> names = List.of(GAP.split(head.stripped()));
        List<Row> rows = new ArrayList<>();
        int columns = spans(dashes.text()).size();
        head.ignore();
        dashes.ignore();
        int i = at + 2;
        for (; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank() || line.indent() == 0 || line.text().length() > 2000) break;
            String[] cells = GAP.split(line.stripped());
            if (cells.length != columns || columns != names.size() + 1) break;
            Map<String, String> row = new LinkedHashMap<>();
            row.put("", cells[0]);
            for (int c = 0; c < names.size(); c++) row.put(names.get(c), cells[c + 1]);
            rows.add(new Row(row, line.read()));
        }
        tables.add(new Table(title, names, rows));
        return i - 1;
    }

    private static List<int[]> spans(String dashes) {
        List<int[]> spans = new ArrayList<>();
        Matcher m = RUN.matcher(dashes);
        while (m.find()) spans.add(new int[] {m.start(), m.end()});
        return spans;
    }

    /// The operational value, and where there is none the applied one.
    Optional<Stated<String>> value(String path) {
        Stated<String> now = settings.get(path);
        return Optional.ofNullable(now != null ? now : applied.get(path));
    }

    Optional<Table> table(String title) {
        return tables.stream().filter(t -> t.title.startsWith(title)).findFirst();
    }
}
