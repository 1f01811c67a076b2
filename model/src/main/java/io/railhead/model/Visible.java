package io.railhead.model;

/// Text from outside as people may see it: a terminal obeys control characters, and characters that
/// turn the direction of text or have no width make it read as what it is not. They are written out
/// instead: `\x1b` for control characters, `<U+202E>` for the others. Newlines and tabs stay.
public final class Visible {
    private Visible() {}

    /// The text with every such character written out; itself when it has none.
    public static String of(CharSequence text) {
        int first = first(text);
        if (first < 0) {
            return text.toString();
        }
        StringBuilder out = new StringBuilder(text.length() + 32).append(text, 0, first);
        for (int i = first; i < text.length(); ) {
            int c = Character.codePointAt(text, i);
            append(out, c);
            i += Character.charCount(c);
        }
        return out.toString();
    }

    /// The same on one line: newlines and tabs are written out too.
    public static String line(CharSequence text) {
        return of(text).replace("\n", "\\x0a").replace("\t", "\\x09");
    }

    private static void append(StringBuilder out, int c) {
        if (isPlain(c)) {
            out.appendCodePoint(c);
        } else if (c < 0x100 && c != 0xAD) {
            out.append(String.format("\\x%02x", c));
        } else {
            out.append(String.format("<U+%04X>", c));
        }
    }

    private static int first(CharSequence text) {
        for (int i = 0; i < text.length(); ) {
            int c = Character.codePointAt(text, i);
            if (!isPlain(c)) {
                return i;
            }
            i += Character.charCount(c);
        }
        return -1;
    }

    /// Whether a character shows as what it is. Control characters (Unicode general category Cc)
    /// but newline and tab, format characters (Cf: bidirectional overrides, zero-width ones, tags),
    /// the separators of lines and paragraphs, lone surrogates and characters that Unicode has not
    /// assigned do not.
    public static boolean isPlain(int codePoint) {
        if (codePoint >= ' ' && codePoint < 0x7F) {
            return true;
        }
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL -> codePoint == '\n' || codePoint == '\t';
            case Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED ->
                    false;
            default -> true;
        };
    }
}
