package io.railhead.evidence.sonic;

import io.railhead.evidence.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tables as SONiC prints them (python tabulate, style «simple»): a row of headings, a row of
/// dashes that shows the columns, rows. Captions may stand before a table, blank lines within.
final class Tables {
    private static final Pattern DASHES = Pattern.compile(" *-{2,}(?: {2}-{2,})* *");
    private static final Pattern RUN = Pattern.compile("-+");
    private static final Pattern GAP = Pattern.compile(" {2,}");

    /// @param caption the line above the headings; empty without one
    /// @param names headings in their order
    record Table(String caption, List<String> names, List<Row> rows) {
        Table {
            names = List.copyOf(names);
        }

        boolean has(String... wanted) {
            return names.containsAll(List.of(wanted));
        }

        /// Which column has this heading; -1 without one.
        int column(String name) {
            return names.indexOf(name);
        }
    }

    /// One row.
    record Row(List<String> cells, Lines.Line line) {
        Row {
            cells = List.copyOf(cells);
        }

        /// The text under a heading; empty for a column that is not there.
        String cell(int column) {
            return column >= 0 && column < cells.size() ? cells.get(column) : "";
        }
    }

    private Tables() {}

    /// The tables; their headings, dashes and captions are marked as ignored, rows as read.
    static List<Table> of(Lines lines) {
        List<Table> tables = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            Lines.Line dashes = lines.get(i);
            Lines.Line head = lines.get(i - 1);
            if (!dashes.isLeft() || !head.isLeft() || !isDashes(dashes)) continue;
            List<int[]> spans = spans(dashes.text());
            Optional<List<String>> names = cells(head.text(), spans);
            if (names.isEmpty()) continue;
            String caption = i >= 2 ? lines.get(i - 2).stripped() : "";
            Table table = new Table(caption, names.get(), new ArrayList<>());
            if (i >= 2 && caption.endsWith(":")) lines.get(i - 2).ignore();
            head.ignore();
            dashes.ignore();
            rows(lines, i + 1, spans, table);
            tables.add(table);
        }
        return tables;
    }

    private static boolean isDashes(Lines.Line line) {
        return line.text().length() < 2000 && DASHES.matcher(line.text()).matches();
    }

    private static void rows(Lines lines, int from, List<int[]> spans, Table table) {
        for (int i = from; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank()) continue;
            if (!line.isLeft() || isDashes(line)) return;
            // Headings of the next table have its dashes below them.
            if (i + 1 < lines.size() && isDashes(lines.get(i + 1))) return;
            Optional<List<String>> cells = cells(line.text(), spans);
            if (cells.isEmpty()) return;
            table.rows.add(new Row(cells.get(), line.read()));
        }
    }

    private static List<int[]> spans(String dashes) {
        List<int[]> spans = new ArrayList<>();
        Matcher m = RUN.matcher(dashes);
        while (m.find()) spans.add(new int[] {m.start(), m.end()});
        return spans;
    }

    /// A row's cells: those that gaps of two blanks part when there are as many as columns, else
    /// what stands above or below the dashes.
    private static Optional<List<String>> cells(String text, List<int[]> spans) {
        if (text.length() > 4000) return Optional.empty();
        List<String> parts = List.of(GAP.split(text.strip()));
        if (parts.size() == spans.size()) return Optional.of(parts);
        if (parts.size() > spans.size()) return Optional.empty();
        List<String> cells = new ArrayList<>();
        int filled = 0;
        for (int[] span : spans) {
            int end = Math.min(span[1], text.length());
            String cell = span[0] < end ? text.substring(span[0], end).strip() : "";
            if (!cell.isEmpty()) filled++;
            cells.add(cell);
        }
        // A sentence is no row: its words do not keep to the columns.
        return filled == parts.size() ? Optional.of(cells) : Optional.empty();
    }
}
