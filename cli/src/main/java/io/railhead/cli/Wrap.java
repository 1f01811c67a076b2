package io.railhead.cli;

import java.util.ArrayList;
import java.util.List;

/// Paragraphs of text broken into lines of a width.
public final class Wrap {
    private Wrap() {}

    /// Each line of the text broken at blanks so that it fits, unless a single word does not. Lines
    /// that begin with blanks (commands, quoted output) are kept as they are.
    ///
    /// @param width in characters, the indent included
    public static List<String> lines(String text, int indent, int width) {
        List<String> out = new ArrayList<>();
        String margin = " ".repeat(indent);
        for (String paragraph : text.strip().lines().toList()) {
            if (paragraph.isBlank()) {
                out.add("");
                continue;
            }
            if (Character.isWhitespace(paragraph.charAt(0))) {
                out.add(margin + paragraph.stripTrailing());
                continue;
            }
            StringBuilder line = new StringBuilder(margin);
            boolean empty = true;
            for (String word : paragraph.split(" +")) {
                if (!empty && line.length() + 1 + word.length() > width) {
                    out.add(line.toString());
                    line = new StringBuilder(margin);
                    empty = true;
                }
                line.append(empty ? "" : " ").append(word);
                empty = false;
            }
            out.add(line.toString());
        }
        return out;
    }

    /// The same with a label of which the following lines stand below a hanging indent.
    public static String labelled(String label, String text, int indent, int width, int hanging) {
        List<String> lines = lines(label + text, hanging, width);
        StringBuilder all = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            all.append(i == 0 ? " ".repeat(indent) + lines.get(i).strip() : lines.get(i))
                    .append('\n');
        }
        return all.toString();
    }

    /// The same with a label before the first line and the rest aligned under its text.
    public static String labelled(String label, String text, int indent, int width) {
        List<String> lines = lines(text, indent + label.length(), width);
        if (lines.isEmpty()) {
            return "";
        }
        StringBuilder all = new StringBuilder();
        all.append(" ".repeat(indent)).append(label).append(lines.getFirst().strip()).append('\n');
        for (String line : lines.subList(1, lines.size())) {
            all.append(line).append('\n');
        }
        return all.toString();
    }
}
