package io.railhead.evidence.log;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Reads off a pattern of java.util.regex which words its matches begin with. What it does not
/// know, it says nothing of.
final class OpeningWords {
    /// Shorter words stand in many places.
    private static final int SHORTEST = 2;

    /// More words cost as much as the pattern itself.
    private static final int MOST = 24;

    private static final String SPECIAL = "\\[].*+?{}()|^$";

    private final String pattern;
    private int at;

    private OpeningWords(String pattern) {
        this.pattern = pattern;
    }

    /// In small letters; empty when they are not known.
    static List<String> of(String pattern) {
        OpeningWords reader = new OpeningWords(pattern);
        Optional<Set<String>> words = reader.alternatives();
        // What stands behind a bracket too many was not read.
        if (reader.at < pattern.length()) return List.of();
        return words.filter(w -> w.size() <= MOST).map(List::copyOf).orElse(List.of());
    }

    /// To the end of the group, or of the pattern.
    private Optional<Set<String>> alternatives() {
        Optional<Set<String>> all = sequence();
        while (at < pattern.length() && pattern.charAt(at) == '|') {
            at++;
            all = both(all, sequence());
        }
        return all;
    }

    private static Optional<Set<String>> both(Optional<Set<String>> a, Optional<Set<String>> b) {
        if (a.isEmpty() || b.isEmpty()) return Optional.empty();
        Set<String> all = new LinkedHashSet<>(a.get());
        all.addAll(b.get());
        return Optional.of(all);
    }

    /// To the bar, the end of the group or of the pattern.
    private Optional<Set<String>> sequence() {
        skipWhatTakesNothing();
        Optional<Set<String>> words;
        if (opensGroup()) {
            words = alternatives();
            if (at == pattern.length()) return Optional.empty(); // It is not closed.
            at++;
            if (mayBeLeftOut()) return both(words, sequenceBehindQuantifier());
        } else {
            String word = literal();
            words = word.length() < SHORTEST ? Optional.empty() : Optional.of(Set.of(word));
        }
        skipRest();
        return words;
    }

    private Optional<Set<String>> sequenceBehindQuantifier() {
        if (pattern.charAt(at) == '{') at = Math.max(at, pattern.indexOf('}', at));
        at++;
        // A second sign: as few, or as many, as there are.
        if (at < pattern.length() && "?+".indexOf(pattern.charAt(at)) >= 0) at++;
        return sequence();
    }

    private boolean mayBeLeftOut() {
        return at < pattern.length() && "?*{".indexOf(pattern.charAt(at)) >= 0;
    }

    /// Edges of words, and looks ahead and behind.
    private void skipWhatTakesNothing() {
        while (true) {
            if (pattern.startsWith("\\b", at)) {
                at += 2;
            } else if (pattern.startsWith("(?<!", at)
                    || pattern.startsWith("(?<=", at)
                    || pattern.startsWith("(?!", at)
                    || pattern.startsWith("(?=", at)) {
                at++;
                skipRest();
                while (at < pattern.length() && pattern.charAt(at) == '|') {
                    at++;
                    skipRest();
                }
                at++;
            } else {
                return;
            }
        }
    }

    private boolean opensGroup() {
        if (at >= pattern.length() || pattern.charAt(at) != '(') return false;
        int behind = at + 1;
        if (pattern.startsWith("?:", behind)) behind += 2;
        else if (pattern.startsWith("?-i:", behind)) behind += 4;
        else if (pattern.startsWith("?<", behind)) behind = pattern.indexOf('>', behind) + 1;
        else if (pattern.startsWith("?", behind)) return false;
        at = behind;
        return true;
    }

    /// Plain characters, as far as they stand once.
    private String literal() {
        StringBuilder word = new StringBuilder();
        while (at < pattern.length()) {
            char c = pattern.charAt(at);
            int behind = at + 1;
            if (c == '\\') {
                if (behind == pattern.length()) break;
                c = pattern.charAt(behind++);
                if (Character.isLetterOrDigit(c)) break;
            } else if (c == '[') {
                // Both cases of one letter.
                if (at + 3 >= pattern.length() || pattern.charAt(at + 3) != ']') break;
                c = Character.toLowerCase(pattern.charAt(at + 1));
                if (c != Character.toLowerCase(pattern.charAt(at + 2))) break;
                behind = at + 4;
            } else if (SPECIAL.indexOf(c) >= 0) {
                break;
            }
            boolean once = behind == pattern.length() || "?*{".indexOf(pattern.charAt(behind)) < 0;
            if (c > 127 || !once) break;
            word.append(c);
            at = behind;
            if (at < pattern.length() && pattern.charAt(at) == '+') break;
        }
        return word.toString().toLowerCase(Locale.ROOT);
    }

    /// To the bar or bracket that ends the sequence, or the end of the pattern.
    private void skipRest() {
        int depth = 0;
        for (; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c == '\\') at++;
            else if (c == '[') skipSet();
            else if (c == '(') depth++;
            else if (depth == 0 && (c == '|' || c == ')')) return;
            else if (c == ')') depth--;
        }
        at = pattern.length();
    }

    /// To the bracket that closes a set of characters; one that stands first is of the set.
    private void skipSet() {
        at++;
        if (at < pattern.length() && pattern.charAt(at) == '^') at++;
        if (at < pattern.length() && pattern.charAt(at) == ']') at++;
        int depth = 1;
        for (; at < pattern.length(); at++) {
            char c = pattern.charAt(at);
            if (c == '\\') at++;
            else if (c == '[') depth++;
            else if (c == ']' && --depth == 0) return;
        }
    }
}
