package io.railhead.model;

import java.util.Arrays;

/// The text of a document by lines. The places of lines are looked up on first use, and of every
/// [#STEP]th only: most documents are never quoted, and a document may have a million short lines.
final class Quotable {
    private static final int STEP = 64;

    private final String text;

    /// Where lines 1, 65, 129, … begin; empty until the first look.
    private int[] places = {};

    Quotable(String out, String err) {
        boolean apart = out.isEmpty() || err.isEmpty() || isEnd(out, out.length() - 1);
        text = apart ? out.concat(err) : out + "\n" + err;
    }

    /// @param number from 1
    /// @return the line without its end; empty when there is none of that number
    String line(int number) {
        if (places.length == 0) index();
        int step = (number - 1) / STEP;
        if (number < 1 || step >= places.length) return "";
        int at = places[step];
        for (int i = (number - 1) % STEP; i > 0; i--) {
            at = next(at);
            if (at >= text.length()) return "";
        }
        int end = at;
        while (end < text.length() && !isEnd(text, end)) end++;
        return text.substring(at, end);
    }

    private void index() {
        int[] found = new int[16];
        int steps = 0;
        int lines = 0;
        for (int at = 0; at < text.length() || lines == 0; at = next(at)) {
            if (lines++ % STEP != 0) continue;
            if (steps == found.length) found = Arrays.copyOf(found, 2 * steps);
            found[steps++] = at;
        }
        places = Arrays.copyOf(found, steps);
    }

    /// Where the line after the one that begins here begins.
    private int next(int at) {
        int end = at;
        while (end < text.length() && !isEnd(text, end)) end++;
        boolean two = text.startsWith("\r\n", end);
        return Math.max(end + (two ? 2 : 1), at + 1);
    }

    private static boolean isEnd(String text, int at) {
        return text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }
}
