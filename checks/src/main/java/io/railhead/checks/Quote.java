package io.railhead.checks;

import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The line that proves, short enough to be read: of the lines a fact was read from the one that
/// holds the value in question, and of a long line of JSON the members in question.
final class Quote {
    /// A line up to here is quoted whole.
    private static final int WHOLE = 120;

    /// Longest quote.
    private static final int LONGEST = 240;

    /// A fact's block is searched for the telling line no further than this.
    private static final int LINES = 2000;

    private Quote() {}

    /// @param telling what the quote should show: a word of the line, or a member's name or value
    static Evidence of(Facts facts, Fact fact, String... telling) {
        List<String> words = new ArrayList<>();
        if (fact instanceof NetInterface i) {
            words.add("\"ifname\":\"" + i.name() + "\"");
        }
        words.addAll(List.of(telling));
        Evidence line = line(facts, fact.source(), telling);
        return shortened(line, words);
    }

    static Evidence of(Facts facts, Source row) {
        return shortened(line(facts, row), List.of());
    }

    private static Evidence line(Facts facts, Source source, String... telling) {
        String document = source.document();
        int number = source.firstLine();
        if (telling.length > 0) {
            int last = Math.min(source.lastLine(), source.firstLine() + LINES);
            for (int n = source.firstLine(); n <= last; n++) {
                if (facts.line(document, n).contains(telling[0])) {
                    number = n;
                    break;
                }
            }
        }
        return new Evidence(document, number, facts.line(document, number));
    }

    static Evidence shortened(Evidence e, List<String> words) {
        String text = e.text();
        if (text.length() <= WHOLE) {
            return e;
        }
        TreeMap<Integer, String> pieces = new TreeMap<>();
        if (text.indexOf('{') >= 0) {
            words.forEach(w -> piece(text, w, pieces));
        }
        if (!pieces.isEmpty()) {
            return new Evidence(
                    e.document(), e.line(), "… " + String.join(" … ", pieces.values()) + " …");
        }
        return text.length() <= LONGEST
                ? e
                : new Evidence(e.document(), e.line(), text.substring(0, LONGEST) + " …");
    }

    /// The JSON member around the first place of a word: `"mtu":1500`.
    private static void piece(String text, String word, TreeMap<Integer, String> pieces) {
        int at = text.indexOf(word);
        if (at < 0 || word.isEmpty()) {
            return;
        }
        int from = at;
        while (from > 0 && ",{[".indexOf(text.charAt(from - 1)) < 0) {
            from--;
        }
        int to = at + word.length();
        // A list is quoted up to its end.
        boolean list = text.startsWith("\":[", to);
        while (to < text.length()
                && (list ? text.charAt(to - 1) != ']' : ",}]".indexOf(text.charAt(to)) < 0)) {
            to++;
        }
        pieces.put(from, text.substring(from, Math.min(to, from + LONGEST)));
    }
}
