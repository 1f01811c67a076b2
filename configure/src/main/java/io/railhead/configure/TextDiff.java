package io.railhead.configure;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import java.util.List;

/// Differences of texts, line by line.
public final class TextDiff {
    private TextDiff() {}

    /// Lines of a unified diff without its two file headings: `@@ … @@`, ` same`, `-before`,
    /// `+after`. Empty when the texts are equal.
    ///
    /// @param context equal lines shown around a difference
    public static List<String> unified(String before, String after, int context) {
        List<String> was = before.lines().toList();
        List<String> is = after.lines().toList();
        List<String> diff =
                UnifiedDiffUtils.generateUnifiedDiff(
                        "before", "after", was, DiffUtils.diff(was, is), context);
        return diff.size() < 2 ? List.of() : List.copyOf(diff.subList(2, diff.size()));
    }
}
