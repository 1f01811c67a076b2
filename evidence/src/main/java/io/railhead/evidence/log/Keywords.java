package io.railhead.evidence.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Several hundred keywords to be found in bytes in one pass, upper and lower case alike (ASCII):
/// the automaton of Aho and Corasick (CACM 18, 1975) as a full table over classes of bytes.
///
/// To the automaton all digits are one, so that it goes the same way through lines that differ in
/// numbers only, and [KeywordSearch] need not send it there again; whether the digits are those
/// of a keyword is seen where it ends.
final class Keywords {
    /// State at the start of a line.
    static final int ROOT = 0;

    /// Class of each byte, a column of the table. 0: in no keyword.
    private final byte[] classes = new byte[256];

    /// A row of the table has `1 << shift` columns.
    private final int shift;

    /// `next[state << shift | class]`: the state that follows. Two bytes a state, and the states
    /// nearest to the root first: what a log mostly visits stays in the processor's caches.
    private final char[] next;

    /// Keywords that end in a state, by its number less [#firstEnding].
    private final int[][] ends;

    private final int firstEnding;

    /// For each keyword its digits, each `places before the last byte << 8 | digit`.
    private final int[][] digits;

    Keywords(List<String> keywords) {
        List<byte[]> words = new ArrayList<>();
        // A column for bytes of no keyword, and one for digits, and for NUL as one of them.
        int columns = 2;
        if (keywords.size() > Character.MAX_VALUE)
            throw new IllegalArgumentException("too many keywords");
        classes[0] = 1;
        for (int b = '0'; b <= '9'; b++) classes[b] = 1;
        digits = new int[keywords.size()][];
        for (String keyword : keywords) {
            byte[] word = keyword.getBytes(StandardCharsets.UTF_8);
            digits[words.size()] = digits(word);
            for (byte b : word) {
                int lower = lower(b & 0xff);
                if (classes[lower] == 0) {
                    if (columns > 127) throw new IllegalArgumentException("too many characters");
                    classes[lower] = (byte) columns++;
                }
            }
            words.add(word);
        }
        for (int b = 'A'; b <= 'Z'; b++) classes[b] = classes[b + 32];
        shift = Integer.SIZE - Integer.numberOfLeadingZeros(columns - 1);
        List<int[]> rows = new ArrayList<>();
        rows.add(fresh(columns));
        List<BitSet> found = new ArrayList<>();
        found.add(new BitSet());
        for (int w = 0; w < words.size(); w++) {
            int at = 0;
            for (byte b : words.get(w)) {
                int c = classes[b & 0xff];
                int to = rows.get(at)[c];
                if (to < 0) {
                    to = rows.size();
                    rows.get(at)[c] = to;
                    rows.add(fresh(columns));
                    found.add(new BitSet());
                }
                at = to;
            }
            found.get(at).set(w);
        }
        if (rows.size() > Character.MAX_VALUE)
            throw new IllegalArgumentException("too many states");
        int[] byDepth = complete(rows, found);
        // States that end keywords last, so that one comparison tells them.
        int[] order = new int[rows.size()];
        int place = 0;
        for (int s : byDepth) if (found.get(s).isEmpty()) order[s] = place++;
        firstEnding = place;
        ends = new int[order.length - place][];
        for (int s : byDepth) {
            if (found.get(s).isEmpty()) continue;
            ends[place - firstEnding] = found.get(s).stream().toArray();
            order[s] = place++;
        }
        next = new char[rows.size() << shift];
        for (int s = 0; s < order.length; s++) {
            for (int c = 0; c < columns; c++) {
                next[order[s] << shift | c] = (char) order[rows.get(s)[c]];
            }
        }
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

    private static int[] fresh(int columns) {
        int[] row = new int[columns];
        Arrays.fill(row, -1);
        return row;
    }

    /// Fills in where each state goes on a byte that its keyword does not have.
    ///
    /// @return the states, those nearest to the root first
    private static int[] complete(List<int[]> rows, List<BitSet> found) {
        int[] byDepth = new int[rows.size()];
        int reached = 1;
        int[] fail = new int[rows.size()];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        int[] root = rows.getFirst();
        for (int c = 0; c < root.length; c++) {
            if (root[c] < 0) root[c] = 0;
            else queue.add(root[c]);
        }
        while (!queue.isEmpty()) {
            int s = queue.remove();
            byDepth[reached++] = s;
            found.get(s).or(found.get(fail[s]));
            int[] row = rows.get(s);
            for (int c = 0; c < row.length; c++) {
                int back = rows.get(fail[s])[c];
                if (row[c] < 0) {
                    row[c] = back;
                } else {
                    fail[row[c]] = back;
                    queue.add(row[c]);
                }
            }
        }
        return byDepth;
    }

    private static int lower(int b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }

    /// The state after a byte.
    int after(int state, byte b) {
        return next[state << shift | classes[b & 0xff]];
    }

    /// Whether a keyword ends in a state, but for its digits.
    boolean ends(int state) {
        return state >= firstEnding;
    }

    /// Numbers of the keywords that end in a state but for their digits, in rising order.
    int[] endsAt(int state) {
        return ends[state - firstEnding];
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
}
