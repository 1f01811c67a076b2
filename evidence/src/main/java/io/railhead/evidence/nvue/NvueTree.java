package io.railhead.evidence.nvue;

import io.railhead.evidence.CommandLine;
import io.railhead.evidence.Lines;
import io.railhead.evidence.switching.Ports;
import io.railhead.evidence.switching.Tables;
import io.railhead.model.Source;
import io.railhead.model.fact.Stated;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// What `nv show` prints: a tree of settings, indented, with an operational and an applied value in
/// columns that a row of dashes shows; then tables, each under a title.
///
/// @param settings operational values by path, `pfc/pfc-priority`
/// @param applied applied values by path
/// @param unset lines of names without any value: sections, and what is not set
record NvueTree(
        Map<String, Stated<String>> settings,
        Map<String, Stated<String>> applied,
        Map<String, Source> unset,
        List<Table> tables) {
    private static final Pattern HEAD = Pattern.compile(" +operational +applied.*");
    private static final Pattern DASHES = Pattern.compile(" *-{1,}(?: {2}-{1,})+ *");

    /// A table; the title is empty for one that has none. A first column may have no heading.
    ///
    /// @param names headings, as [#plain] writes them
    /// @param taken called when somebody has read it
    record Table(String title, Set<String> names, List<Row> rows, Runnable taken) {
        static Table of(String title, Tables.Table body) {
            List<Row> rows = new ArrayList<>();
            for (Tables.Row r : body.rows()) {
                Map<String, String> cells = new LinkedHashMap<>();
                for (int c = 0; c < body.names().size(); c++) {
                    cells.put(plain(body.names().get(c)), r.cell(c));
                }
                rows.add(new Row(cells, r.line().source()));
            }
            Set<String> names = new LinkedHashSet<>();
            body.names().forEach(n -> names.add(plain(n)));
            return new Table(title, names, rows, body::take);
        }

        boolean has(String name) {
            return names.contains(name);
        }

        void take() {
            taken.run();
        }

        /// From the first row to the last.
        Source source() {
            Source first = rows.getFirst().source();
            return new Source(
                    first.document(), first.firstLine(), rows.getLast().source().lastLine());
        }
    }

    /// A heading as later releases write it: `min-th` of `Min Th`, `pcp` of `802.1p`.
    static String plain(String heading) {
        String name = heading.toLowerCase(Locale.ROOT).replace(' ', '-').replace('_', '-');
        return name.equals("802.1p") ? "pcp" : name;
    }

    /// One row of a table.
    record Row(Map<String, String> cells, Source source) {
        String cell(String name) {
            return cells.getOrDefault(name, "");
        }
    }

    static NvueTree empty() {
        return new NvueTree(
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new ArrayList<>());
    }

    static boolean heads(String line) {
        return line.length() < 1000 && HEAD.matcher(line).matches();
    }

    /// Trees and titled tables count as read; tables without a title are left to those who know
    /// their columns.
    static NvueTree of(Lines lines) {
        NvueTree tree = empty();
        if (NvueJson.is(lines)) return NvueJson.tree(lines);
        Map<Integer, String> titles = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (!line.isLeft() || line.text().length() > 2000) continue;
            if (heads(line.text()) && i + 1 < lines.size()) {
                line.ignore();
                i = tree.branch(lines, i + 1);
            } else if (i + 1 < lines.size() && isTitle(line, lines.get(i + 1))) {
                line.ignore();
                titles.put(lines.get(i + 1).ignore().number(), line.stripped());
            } else if (line.stripped().equals("No Data") && titles.containsKey(line.number() - 1)) {
                line.read();
            }
        }
        for (Tables.Table table : Tables.of(lines)) {
            int ruler = table.frame().getFirst().number() - 1;
            String title = titles.getOrDefault(ruler, "");
            if (!title.isEmpty()) table.take();
            tree.tables.add(Table.of(title, table));
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
        List<int[]> spans = Tables.spans(dashes.text());
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
            // `[switch-priority]  3`: one of several.
            if (name.startsWith("[")) full += "/" + cut(line.text(), 1, spans);
            put(settings, full, cut(line.text(), 1, spans), line);
            put(applied, full, cut(line.text(), 2, spans), line);
            if (!settings.containsKey(full) && !applied.containsKey(full)) {
                unset.putIfAbsent(full, line.source());
            }
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

    /// The operational value, and where there is none the applied one.
    Optional<Stated<String>> value(String path) {
        Stated<String> now = settings.get(path);
        return Optional.ofNullable(now != null ? now : applied.get(path));
    }

    /// The word after another in a command: `swp1` of `nv show interface swp1 qos`; empty when
    /// there is none, or an option.
    static String after(CommandLine command, String word) {
        List<String> words = command.arguments();
        int at = words.indexOf(word);
        String next = at >= 0 && at + 1 < words.size() ? words.get(at + 1) : "";
        return next.startsWith("-") ? "" : next;
    }

    Optional<Table> table(String title) {
        return tables.stream().filter(t -> t.title.startsWith(title)).findFirst();
    }
}
