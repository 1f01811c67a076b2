package io.railhead.configure;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Differences of texts, line by line.
public final class TextDiff {
    /// What GNU diff prints after a last line that no newline ends.
    public static final String NO_NEWLINE = "\\ No newline at end of file";

    /// No line holds a newline: one whose last line is unended differs from one that is ended.
    private static final String UNENDED = "\n" + NO_NEWLINE;

    private static final Pattern EMPTY_SIDE =
            Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

    private TextDiff() {}

    /// Lines of a unified diff without its two file headings: `@@ … @@`, ` same`, `-before`,
    /// `+after`, [#NO_NEWLINE]. Empty when the texts are equal. A carriage return is part of its
    /// line.
    ///
    /// @param context equal lines shown around a difference
    public static List<String> unified(String before, String after, int context) {
        List<String> was = lines(before);
        List<String> is = lines(after);
        List<String> diff =
                UnifiedDiffUtils.generateUnifiedDiff(
                        "before", "after", was, DiffUtils.diff(was, is), context);
        if (diff.size() < 2) {
            return List.of();
        }
        return diff.subList(2, diff.size()).stream()
                .map(TextDiff::numbered)
                .flatMap(line -> List.of(line.split("\n", 2)).stream())
                .toList();
    }

    /// A side without lines is named by the line before it, and that of an empty text is 0; the
    /// library counts it as one that is there.
    private static String numbered(String line) {
        Matcher hunk = EMPTY_SIDE.matcher(line);
        return hunk.matches()
                ? "@@ -%s +%s @@"
                        .formatted(
                                side(hunk.group(1), hunk.group(2)),
                                side(hunk.group(3), hunk.group(4)))
                : line;
    }

    private static String side(String first, String count) {
        return (count.equals("0") ? Integer.parseInt(first) - 1 : first) + "," + count;
    }

    private static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        String last = lines.removeLast();
        if (!last.isEmpty()) {
            lines.add(last + UNENDED);
        }
        return List.copyOf(lines);
    }
}
