package io.railhead.evidence.log;

import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/// Literals of which one pass over a text tells all that stand in it, upper and lower case alike
/// (ASCII).
public final class Literals {
    private final Keywords keywords;
    private final int size;

    /// @param literals each of one line, with a character that is no digit; no two alike
    /// @throws IllegalArgumentException when one is of another kind
    public Literals(List<String> literals) {
        keywords = new Keywords(literals);
        size = literals.size();
    }

    /// The literals that stand in a text, by their places in the list.
    public BitSet in(String text) {
        BitSet found = new BitSet(size);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int state = Keywords.ROOT;
        for (int at = 0; at < bytes.length; at++) {
            state = keywords.after(state, bytes[at]);
            if (!keywords.ends(state)) continue;
            for (int literal : keywords.endsAt(state)) {
                if (!found.get(literal) && keywords.fits(literal, bytes, at)) found.set(literal);
            }
        }
        return found;
    }
}
