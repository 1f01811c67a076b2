package io.railhead.cli;

import io.railhead.model.Visible;
import java.util.ArrayList;
import java.util.List;

/// Columns of text: aligned, two blanks apart, no borders. Cells that look like numbers are aligned
/// to the right.
public final class Table {
    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... head) {
        this.head = List.of(head);
    }

    public Table row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(Visible.line(cell.toString()));
        }
        rows.add(row);
        return this;
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /// The table, each line ended by a newline, lines indented by `indent` blanks.
    public String render(int indent) {
        int columns = head.size();
        int[] width = new int[columns];
        boolean[] right = new boolean[columns];
        for (int c = 0; c < columns; c++) {
            width[c] = head.get(c).length();
            boolean numbers = !rows.isEmpty();
            for (List<String> row : rows) {
                String cell = c < row.size() ? row.get(c) : "";
                width[c] = Math.max(width[c], cell.length());
                numbers &=
                        cell.isEmpty()
                                || cell.equals("-")
                                || cell.matches("[-+]?[0-9.,]+ ?\\D{0,5}");
            }
            right[c] = numbers && c > 0;
        }
        StringBuilder text = new StringBuilder();
        line(text, head, width, right, indent);
        for (List<String> row : rows) {
            line(text, row, width, right, indent);
        }
        return text.toString();
    }

    private static void line(
            StringBuilder text, List<String> cells, int[] width, boolean[] right, int indent) {
        StringBuilder line = new StringBuilder(" ".repeat(indent));
        for (int c = 0; c < width.length; c++) {
            String cell = c < cells.size() ? cells.get(c) : "";
            String pad = " ".repeat(width[c] - cell.length());
            line.append(right[c] ? pad + cell : cell + pad).append("  ");
        }
        text.append(line.toString().stripTrailing()).append('\n');
    }
}
