package io.railhead.evidence.switching;

import io.railhead.evidence.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Tables as SONiC, NVUE (python tabulate, style «simple») and Slurm print them: a row of
/// headings, a row of dashes that shows the columns, rows. Captions may stand before a table, blank
/// lines within.
public final class Tables {
    private static final Pattern DASHES = Pattern.compile(" *-+(?: {1,2}-+)* *");
    private static final Pattern RUN = Pattern.compile("-+");
    private static final Pattern NO_HEADING = Pattern.compile("(?!)");
    private static final Pattern GAP = Pattern.compile(" {2,}");

    /// @param caption the line above the headings; empty without one
    /// @param names headings in their order
    /// @param frame headings, dashes and a caption with a colon
    public record Table(
            String caption, List<String> names, List<Row> rows, List<Lines.Line> frame) {
        public Table {
            names = List.copyOf(names);
            frame = List.copyOf(frame);
        }

        /// Counts its rows as read.
        public void take() {
            frame.forEach(Lines.Line::ignore);
            rows.forEach(r -> r.line.read());
        }

        public boolean has(String... wanted) {
            return names.containsAll(List.of(wanted));
        }

        /// Which column has this heading; -1 without one.
        public int column(String name) {
            return names.indexOf(name);
        }
    }

    /// One row.
    public record Row(List<String> cells, Lines.Line line) {
        public Row {
            cells = List.copyOf(cells);
        }

        /// The text under a heading; empty for a column that is not there.
        public String cell(int column) {
            return column >= 0 && column < cells.size() ? cells.get(column) : "";
        }
    }

    private Tables() {}

    /// The tables. Their lines stay as they are until one is [taken][Table#take]: those of another
    /// command are for another parser.
    public static List<Table> of(Lines lines) {
        return of(lines, NO_HEADING);
    }

    /// The same, and tables of which somebody filtered the dashes away (`| grep UC3`).
    ///
    /// @param heading how the headings of such a table begin
    public static List<Table> of(Lines lines, Pattern heading) {
        List<Table> tables = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            Lines.Line dashes = lines.get(i);
            Lines.Line head = lines.get(i - 1);
            if (!head.isLeft()) continue;
            if (!dashes.isLeft() || !isDashes(dashes)) {
                if (head.text().length() < 2000 && heading.matcher(head.text()).find()) {
                    bare(lines, i, head).ifPresent(tables::add);
                }
                continue;
            }
            List<int[]> spans = spans(dashes.text());
            Optional<List<String>> names = cells(head.text(), spans);
            if (names.isEmpty()) continue;
            String caption = i >= 2 ? lines.get(i - 2).stripped() : "";
            List<Lines.Line> frame = new ArrayList<>(List.of(head, dashes));
            if (i >= 2 && caption.endsWith(":")) frame.add(lines.get(i - 2));
            Table table = new Table(caption, names.get(), new ArrayList<>(), frame);
            i = rows(lines, i + 1, spans, table);
            tables.add(table);
        }
        return tables;
    }

    /// A table without its dashes: rows with as many cells as there are headings, to the first
    /// line that has another number.
    private static Optional<Table> bare(Lines lines, int from, Lines.Line head) {
        List<String> names = List.of(GAP.split(head.stripped()));
        List<Row> rows = new ArrayList<>();
        for (int i = from; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank()) continue;
            if (!line.isLeft() || line.text().length() > 4000) break;
            List<String> cells = List.of(GAP.split(line.stripped()));
            if (cells.size() != names.size()) break;
            rows.add(new Row(cells, line));
        }
        return rows.isEmpty() || names.size() < 2
                ? Optional.empty()
                : Optional.of(new Table("", names, rows, List.of(head)));
    }

    private static boolean isDashes(Lines.Line line) {
        String s = line.text();
        return s.length() < 2000 && s.contains("--") && DASHES.matcher(s).matches();
    }

    /// @return the last line that belongs to the table
    private static int rows(Lines lines, int from, List<int[]> spans, Table table) {
        int i = from;
        for (; i < lines.size(); i++) {
            Lines.Line line = lines.get(i);
            if (line.isBlank()) continue;
            if (!line.isLeft() || isDashes(line)) break;
            // Headings of the next table have its dashes below them; one long run ends this table.
            if (i + 1 < lines.size()
                    && isDashes(lines.get(i + 1))
                    && spans(lines.get(i + 1).text()).size() > 1) break;
            Optional<List<String>> cells = cells(line.text(), spans);
            if (cells.isEmpty()) break;
            table.rows.add(new Row(cells.get(), line));
        }
        return i - 1;
    }

    /// From where to where each run of dashes goes.
    public static List<int[]> spans(String dashes) {
        List<int[]> spans = new ArrayList<>();
        Matcher m = RUN.matcher(dashes);
        while (m.find()) spans.add(new int[] {m.start(), m.end()});
        return spans;
    }

    /// A row's cells: those that gaps of two blanks part when there are as many as columns, else
    /// what stands above or below the dashes; nothing when the text does not keep to them.
    public static Optional<List<String>> cells(String text, List<int[]> spans) {
        if (text.length() > 4000) return Optional.empty();
        if (isTight(spans)) return fixed(text, spans);
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
        return filled == parts.size() ? Optional.of(cells) : fullRow(text, spans);
    }

    /// Whether only one blank parts the columns, as in tables of Slurm, whose cells never exceed
    /// their dashes.
    private static boolean isTight(List<int[]> spans) {
        for (int i = 1; i < spans.size(); i++) {
            if (spans.get(i)[0] - spans.get(i - 1)[1] == 1) return true;
        }
        return false;
    }

    private static Optional<List<String>> fixed(String text, List<int[]> spans) {
        List<String> cells = new ArrayList<>();
        for (int[] span : spans) {
            boolean apart =
                    span[0] == 0 || span[0] > text.length() || text.charAt(span[0] - 1) == ' ';
            if (!apart) return Optional.empty();
            int end = Math.min(span[1], text.length());
            cells.add(span[0] < end ? text.substring(span[0], end).strip() : "");
        }
        return Optional.of(cells);
    }

    /// A row of which every column is filled and some word is longer than its dashes: each cell
    /// goes to where the next begins.
    private static Optional<List<String>> fullRow(String text, List<int[]> spans) {
        List<String> cells = new ArrayList<>();
        for (int i = 0; i < spans.size(); i++) {
            int from = spans.get(i)[0];
            int to = i + 1 < spans.size() ? spans.get(i + 1)[0] : text.length();
            if (to > text.length() || from >= to) return Optional.empty();
            boolean apart = from == 0 || text.charAt(from - 1) == ' ';
            String cell = text.substring(from, to).strip();
            if (!apart || cell.isEmpty()) return Optional.empty();
            cells.add(cell);
        }
        return Optional.of(cells);
    }
}
