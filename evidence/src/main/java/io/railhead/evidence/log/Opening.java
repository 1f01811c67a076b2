package io.railhead.evidence.log;

import java.util.List;
import java.util.regex.Matcher;

/// Where in a line a pattern is worth trying, as far as the pattern's text tells: only where one of
/// the words stands that its matches begin with, or only at the start of the line. The search of
/// java.util.regex tries everywhere.
final class Opening {
    private static final int ASCII = 128;

    private final List<String> words;
    private final boolean atStart;

    /// The characters that the words begin with.
    private final boolean[] firsts = new boolean[ASCII];

    /// @param words in small letters, of ASCII; empty when they are not known
    /// @param atStart whether matches begin where the line does
    private Opening(List<String> words, boolean atStart) {
        this.words = words;
        this.atStart = atStart;
        for (String word : words) firsts[word.charAt(0)] = true;
    }

    /// @param pattern the text of a pattern that takes upper and lower case alike, but for parts
    static Opening of(String pattern) {
        if (pattern.startsWith("^") && !hasAlternatives(pattern)) {
            return new Opening(List.of(), true);
        }
        return new Opening(OpeningWords.of(pattern), false);
    }

    /// Whether a bar stands in it that may be outside all groups.
    private static boolean hasAlternatives(String pattern) {
        int depth = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            if (c == '\\') i++;
            else if (c == '[') return pattern.indexOf('|', i) >= 0;
            else if (c == '(') depth++;
            else if (c == ')') depth--;
            else if (c == '|' && depth <= 0) return true;
        }
        return false;
    }

    /// In small letters; empty when nothing is known of how matches begin.
    List<String> words() {
        return words;
    }

    boolean isAtStart() {
        return atStart;
    }

    /// The first match that begins at an index or behind it.
    ///
    /// @param matcher of the pattern and the line; its region is changed
    /// @param lower the line's characters, small letters for the capital ones of ASCII
    boolean find(Matcher matcher, char[] lower, int from) {
        if (atStart) return from == 0 && matcher.lookingAt();
        if (words.isEmpty()) return matcher.find(from);
        matcher.useTransparentBounds(true).useAnchoringBounds(false);
        for (int at = from; at < lower.length; at++) {
            char c = lower[at];
            if (c >= ASCII || !firsts[c] || !begins(lower, at)) continue;
            if (matcher.region(at, lower.length).lookingAt()) return true;
        }
        return false;
    }

    private boolean begins(char[] lower, int at) {
        for (int w = 0; w < words.size(); w++) {
            String word = words.get(w);
            if (word.length() > lower.length - at) continue;
            int same = 0;
            while (same < word.length() && lower[at + same] == word.charAt(same)) same++;
            if (same == word.length()) return true;
        }
        return false;
    }
}
