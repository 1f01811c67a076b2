package io.railhead.evidence;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds patterns that begin where a line does: those of which every alternative begins with `^`
/// in the mode for several lines. The search of java.util.regex tries them at each character, which
/// costs ten times as much on a text of logs.
public final class LineStarts {

    private LineStarts() {}

    /// Whether the pattern is found, tried at starts of lines only.
    public static boolean find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        matcher.useTransparentBounds(true).useAnchoringBounds(false);
        int end = text.length();
        for (int at = 0; at >= 0; at = next(text, at)) {
            if (matcher.region(at, end).lookingAt()) return true;
        }
        return false;
    }

    /// Behind the next sign that may end a line, as `^` takes them; -1 at the end of the text.
    private static int next(String text, int from) {
        int length = text.length();
        for (int at = from; at < length; at++) {
            char c = text.charAt(at);
            if (c > '\r' && c < '\u0085') continue;
            if (c == '\n' || c == '\r' || c == '\u0085' || (c | 1) == '\u2029') {
                return at + 1 < length ? at + 1 : -1;
            }
        }
        return -1;
    }
}
