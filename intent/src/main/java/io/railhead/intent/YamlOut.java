package io.railhead.intent;

import io.railhead.model.Visible;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Block YAML, two blanks an indent, with comments. Keys and values are quoted where a reader of
/// YAML 1.1 or 1.2 could take them for something else.
final class YamlOut {
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z/~_][A-Za-z0-9/~_.@%+=-]*|[0-9][A-Za-z0-9._/-]*");

    /// Also fit to stand unquoted, but not between braces.
    private static final Pattern PLAIN_IN_BLOCK =
            Pattern.compile("[A-Za-z0-9/~_][A-Za-z0-9/~_.@%+=(){}*\\[\\] -]*[A-Za-z0-9/~_)}\\]]");

    private static final Pattern NUMBER =
            Pattern.compile(
                    "[-+.]?[0-9][0-9_]*|[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?"
                            + "|0[xob][0-9a-fA-F_]+|[-+]?[0-9][0-9_]*(:[0-9]+)+(\\.[0-9]*)?"
                            + "|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}.*");

    private static final List<String> WORDS =
            List.of("true", "false", "yes", "no", "on", "off", "y", "n", "null", "~", "nan", "inf");

    private final StringBuilder out = new StringBuilder();
    private final Map<String, String> notes;
    private final List<String> path = new ArrayList<>();
    private boolean item;

    /// @param notes comments by field path
    YamlOut(Map<String, String> notes) {
        this.notes = notes;
    }

    String text() {
        return out.toString();
    }

    void blankLine() {
        if (!out.isEmpty()) {
            out.append('\n');
        }
    }

    void comment(String text) {
        for (String line : text.split("\n", -1)) {
            indent();
            // What machines said of themselves may stand in it.
            out.append(line.isBlank() ? "#" : "# " + Visible.line(line.strip())).append('\n');
        }
    }

    /// `key:` with what is put until [#close] below it.
    void open(String key) {
        note(key);
        start(key);
        out.append('\n');
        path.add(key);
    }

    /// The same with a note of another path, for keys that stand for several.
    void open(String key, Optional<String> note) {
        note.ifPresent(this::comment);
        start(key);
        out.append('\n');
        path.add(key);
    }

    void close() {
        path.removeLast();
    }

    /// A list item; the next key begins it, and [#close] ends it.
    void openItem() {
        path.add("-");
        item = true;
    }

    /// @param rendered as it is to stand in the file, quoted already
    void put(String key, String rendered) {
        note(key);
        start(key);
        out.append(' ').append(rendered).append('\n');
    }

    void putText(String key, String text) {
        put(key, quoted(text));
    }

    /// A text of several lines, as a literal block where that gives the same text back.
    void putLines(String key, String text) {
        if (!isLiteralBlock(text)) {
            putText(key, text);
            return;
        }
        note(key);
        start(key);
        out.append(" |\n");
        path.add("|");
        for (String line : text.substring(0, text.length() - 1).split("\n", -1)) {
            if (!line.isEmpty()) {
                indent();
                out.append(line);
            }
            out.append('\n');
        }
        path.removeLast();
    }

    private static boolean isLiteralBlock(String text) {
        if (!text.endsWith("\n") || text.endsWith("\n\n") || text.length() < 2) {
            return false;
        }
        char first = text.charAt(0);
        return first > ' '
                && text.lines().noneMatch(l -> !l.isEmpty() && l.isBlank())
                && text.chars().allMatch(c -> c == '\n' || (c >= ' ' && c < 0x7f));
    }

    private void note(String key) {
        String field = "";
        for (String step : path) {
            field = Spot.below(field, step);
        }
        String note = notes.get(Spot.below(field, key));
        if (note != null) {
            comment(note);
        }
    }

    private void indent() {
        out.append("  ".repeat(path.size()));
    }

    private void start(String key) {
        if (item) {
            out.append("  ".repeat(path.size() - 1)).append("- ");
            item = false;
        } else {
            indent();
        }
        out.append(quotedKey(key)).append(':');
    }

    static String quotedKey(String key) {
        boolean range = key.matches("[A-Za-z0-9][A-Za-z0-9._\\[\\],-]*");
        return range && !isSomethingElse(key) ? key : quoted(key);
    }

    /// A value on its own line.
    static String quoted(String text) {
        boolean plain =
                (PLAIN.matcher(text).matches() || PLAIN_IN_BLOCK.matcher(text).matches())
                        && !isSomethingElse(text);
        return plain ? text : doubleQuoted(text);
    }

    /// A value between braces or brackets.
    static String inFlow(String text) {
        return PLAIN.matcher(text).matches() && !isSomethingElse(text) ? text : doubleQuoted(text);
    }

    /// A list on one line.
    static String list(List<String> texts) {
        return "[" + String.join(", ", texts.stream().map(YamlOut::inFlow).toList()) + "]";
    }

    private static boolean isSomethingElse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        return WORDS.contains(lower) || NUMBER.matcher(text).matches();
    }

    private static String doubleQuoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f || (c >= 0x80 && !Character.isLetterOrDigit(c))) {
                        quoted.append(String.format(Locale.ROOT, "\\u%04X", (int) c));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }
}
