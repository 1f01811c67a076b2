package io.railhead.evidence.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/// Several hundred keywords to be found in bytes in one pass, upper and lower case alike (ASCII):
/// the automaton of Aho and Corasick (CACM 18, 1975) as a table over classes of bytes, of which a
/// place is filled in when a text first comes by: a text visits a small part of it, and to fill in
/// all costs more than to read a small text. Several threads may use it: a place that two of them
/// fill in gets the same from both.
///
/// To the automaton all digits are one, so that it goes the same way through lines that differ in
/// numbers only, and [KeywordSearch] need not send it there again; whether the digits are those
/// of a keyword is seen where it ends.
final class Keywords {
    /// State at the start of a line.
    static final int ROOT = 0;

    /// States: one more than the last is still to be told from none.
    private static final int MOST = Character.MAX_VALUE;

    private static final int[] NONE = {};

    /// Class of each byte, a column of the table. 0: in no keyword.
    private final byte[] classes = new byte[256];

    /// A row of the table has `1 << shift` columns.
    private final int shift;

    /// `next[state << shift | class]`: the state that follows, plus 1; 0 until it is asked for. Two
    /// bytes a state, and the states nearest to the root first: what a log mostly visits stays in
    /// the processor's caches.
    private final char[] next;

    /// For each state the keywords that end in it.
    private final int[][] ends;

    /// For each state the one of the longest end of what it has read that some keyword begins with.
    private final int[] fail;

    private final Tree tree;

    /// For each keyword its digits, each `places before the last byte << 8 | digit`.
    private final int[][] digits;

    Keywords(List<String> keywords) {
        if (keywords.size() > Character.MAX_VALUE)
            throw new IllegalArgumentException("too many keywords");
        byte[][] words = new byte[keywords.size()][];
        digits = new int[words.length][];
        // A column for bytes of no keyword, and one for digits, and for NUL as one of them.
        int columns = 2;
        classes[0] = 1;
        for (int b = '0'; b <= '9'; b++) classes[b] = 1;
        int characters = 0;
        for (int w = 0; w < words.length; w++) {
            byte[] word = keywords.get(w).getBytes(StandardCharsets.UTF_8);
            digits[w] = digits(word);
            for (byte b : word) {
                int lower = lower(b & 0xff);
                if (classes[lower] == 0) {
                    if (columns > 127) throw new IllegalArgumentException("too many characters");
                    classes[lower] = (byte) columns++;
                }
            }
            words[w] = word;
            characters += word.length;
        }
        for (int b = 'A'; b <= 'Z'; b++) classes[b] = classes[b + 32];
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(columns - 1);
        tree = new Tree(characters);
        fail = new int[characters + 1];
        ends = new int[characters + 1][];
        Arrays.fill(ends, NONE);
        next = new char[grow(words) << shift];
    }

    /// Level by level, so that all shorter ends of a state are there before it.
    ///
    /// @return how many states there are
    private int grow(byte[][] words) {
        int states = 1;
        int[] at = new int[words.length];
        int[] left = new int[words.length];
        int lefts = 0;
        for (int w = 0; w < words.length; w++) if (words[w].length > 0) left[lefts++] = w;
        for (int depth = 0; lefts > 0; depth++) {
            int kept = 0;
            for (int i = 0; i < lefts; i++) {
                int w = left[i];
                int c = classes[words[w][depth] & 0xff];
                int to = tree.child(at[w], c);
                if (to < 0) {
                    to = states++;
                    if (to == MOST) throw new IllegalArgumentException("too many states");
                    fail[to] = depth == 0 ? ROOT : behind(fail[at[w]], c);
                    ends[to] = ends[fail[to]];
                    tree.put(at[w], c, to);
                }
                at[w] = to;
                if (depth + 1 < words[w].length) left[kept++] = w;
                else ends[to] = with(ends[to], w);
            }
            lefts = kept;
        }
        return states;
    }

    private static int[] with(int[] some, int keyword) {
        int[] all = Arrays.copyOf(some, some.length + 1);
        all[some.length] = keyword;
        Arrays.sort(all);
        return all;
    }

    /// The state that follows on one, by the tree alone.
    private int behind(int state, int c) {
        int at = state;
        int to = tree.child(at, c);
        while (to < 0 && at != ROOT) {
            at = fail[at];
            to = tree.child(at, c);
        }
        return Math.max(to, ROOT);
    }

    /// @throws IllegalArgumentException when lines cannot be told apart by it
    private static int[] digits(byte[] word) {
        int[] all = new int[word.length];
        int n = 0;
        for (int i = 0; i < word.length; i++) {
            if (word[i] == '\n') throw new IllegalArgumentException("a keyword of two lines");
            if (isDigit(word[i])) all[n++] = word.length - 1 - i << 8 | word[i];
        }
        // The automaton would stop in every long number.
        if (n == word.length) throw new IllegalArgumentException("a keyword of digits alone");
        return Arrays.copyOf(all, n);
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static int lower(int b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }

    /// The state after a byte.
    int after(int state, byte b) {
        int place = state << shift | classes[b & 0xff];
        int known = next[place];
        return known != 0 ? known - 1 : fillIn(place);
    }

    private int fillIn(int place) {
        int to = behind(place >>> shift, place & (1 << shift) - 1);
        next[place] = (char) (to + 1);
        return to;
    }

    /// Whether a keyword ends in a state, but for its digits.
    boolean ends(int state) {
        return ends[state].length > 0;
    }

    /// Numbers of the keywords that end in a state but for their digits, in rising order.
    int[] endsAt(int state) {
        return ends[state];
    }

    boolean hasDigits(int keyword) {
        return digits[keyword].length > 0;
    }

    /// Whether a keyword stands in a text that it fits but for its digits.
    ///
    /// @param last index of its last byte
    boolean fits(int keyword, byte[] block, int last) {
        for (int digit : digits[keyword]) {
            if (block[last - (digit >>> 8)] != (byte) digit) return false;
        }
        return true;
    }

    /// What follows what in the keywords: a table by hash, never half full.
    private static final class Tree {
        /// 2^32 divided by the golden ratio, odd (Knuth, TAOCP 3, 6.4).
        private static final int GOLDEN = 0x9e3779b9;

        /// `state << 7 | class`, plus 1.
        private final int[] keys;

        private final char[] states;

        Tree(int most) {
            int size = Integer.highestOneBit(Math.max(most, 1)) << 2;
            keys = new int[size];
            states = new char[size];
        }

        /// @return -1 when nothing follows so
        int child(int state, int c) {
            int key = (state << 7 | c) + 1;
            int at = place(key);
            return keys[at] == 0 ? -1 : states[at];
        }

        void put(int state, int c, int to) {
            int key = (state << 7 | c) + 1;
            int at = place(key);
            keys[at] = key;
            states[at] = (char) to;
        }

        private int place(int key) {
            int mask = keys.length - 1;
            int at = key * GOLDEN >>> 8 & mask;
            while (keys[at] != 0 && keys[at] != key) at = at + 1 & mask;
            return at;
        }
    }
}
