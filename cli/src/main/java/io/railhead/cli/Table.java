package io.railhead.cli;

import io.railhead.model.Visible;
import java.util.ArrayList;
import java.util.Arrays;
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

    /// The table, each line ended by a newline, lines indented by `indent` blanks, however wide.
    public String render(int indent) {
        return render(indent, Integer.MAX_VALUE);
    }

    /// The same within `columns`: cells of the widest columns of words go on below themselves. A
    /// word wider than its share is not broken.
    public String render(int indent, int columns) {
        int[] width = new int[head.size()];
        boolean[] right = new boolean[head.size()];
        int[] least = new int[head.size()];
        for (int c = 0; c < head.size(); c++) {
            width[c] = head.get(c).length();
            least[c] = longestWord(head.get(c));
            boolean numbers = !rows.isEmpty();
            for (List<String> row : rows) {
                String cell = c < row.size() ? row.get(c) : "";
                width[c] = Math.max(width[c], cell.length());
                least[c] = Math.max(least[c], longestWord(cell));
                numbers &=
                        cell.isEmpty()
                                || cell.equals("-")
                                || cell.matches("[-+]?[0-9.,]+ ?\\D{0,5}");
            }
            right[c] = numbers && c > 0;
            if (right[c]) least[c] = width[c];
        }
        fit(width, least, columns - indent);
        StringBuilder text = new StringBuilder();
        line(text, head, width, right, indent);
        for (List<String> row : rows) {
            line(text, row, width, right, indent);
        }
        return text.toString();
    }

    private static int longestWord(String cell) {
        int most = 0;
        for (String word : cell.split(" ")) {
            most = Math.max(most, word.length());
        }
        return most;
    }

    /// Takes from the widest column that may give, a character at a time.
    private static void fit(int[] width, int[] least, int columns) {
        while (Arrays.stream(width).sum() + 2L * (width.length - 1) > columns) {
            int widest = -1;
            for (int c = 0; c < width.length; c++) {
                if (width[c] > least[c] && (widest < 0 || width[c] > width[widest])) {
                    widest = c;
                }
            }
            if (widest < 0) return;
            width[widest]--;
        }
    }

    private static List<String> broken(String cell, int width) {
        return cell.length() <= width ? List.of(cell) : Wrap.lines(cell, 0, width);
    }

    private static void line(
            StringBuilder text, List<String> cells, int[] width, boolean[] right, int indent) {
        List<List<String>> parts = new ArrayList<>();
        int lines = 1;
        for (int c = 0; c < width.length; c++) {
            parts.add(broken(c < cells.size() ? cells.get(c) : "", width[c]));
            lines = Math.max(lines, parts.getLast().size());
        }
        for (int i = 0; i < lines; i++) {
            StringBuilder line = new StringBuilder(" ".repeat(indent));
            for (int c = 0; c < width.length; c++) {
                String cell = i < parts.get(c).size() ? parts.get(c).get(i) : "";
                String pad = " ".repeat(width[c] - cell.length());
                line.append(right[c] ? pad + cell : cell + pad).append("  ");
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
    }
}
