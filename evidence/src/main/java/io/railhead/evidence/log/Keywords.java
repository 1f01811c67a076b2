package io.railhead.evidence.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Finds any of several hundred keywords in bytes, upper and lower case alike (ASCII), in one pass:
/// the automaton of Aho and Corasick (CACM 18, 1975) as a full table over classes of bytes.
///
/// A line feed resets it, so that a match never spans lines. A byte costs one load of its class and
/// one of the next state, and the second waits for the one before it; so a block of lines is
/// read in four places at once, which lets the processor overlap the four chains of loads.
final class Keywords {
    /// State after a line feed, and at the start.
    private static final int ROOT = 0;

    /// Blocks shorter than this are read in one place.
    private static final int SMALL = 4096;

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

    /// Where keywords ended in a block, in the order of the bytes.
    static final class Hits {
        private int[] places = new int[1024];
        private int[] states = new int[1024];
        private int count;

        private void add(int place, int state) {
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
                states = Arrays.copyOf(states, 2 * count);
            }
            places[count] = place;
            states[count++] = state;
        }

        int count() {
            return count;
        }

        /// Index of the keyword's last byte.
        int place(int hit) {
            return places[hit];
        }

        int state(int hit) {
            return states[hit];
        }
    }

    /// What [#find] fills: four parts that follow each other.
    static Hits[] lanes() {
        return new Hits[] {new Hits(), new Hits(), new Hits(), new Hits()};
    }

    Keywords(List<String> keywords) {
        List<byte[]> words = new ArrayList<>();
        // A column for bytes of no keyword, and one for the line feed.
        int columns = 2;
        classes['\n'] = 1;
        for (String keyword : keywords) {
            byte[] word = keyword.getBytes(StandardCharsets.UTF_8);
            if (word.length == 0) throw new IllegalArgumentException("an empty keyword");
            for (byte b : word) {
                int lower = lower(b & 0xff);
                if (lower == '\n') throw new IllegalArgumentException("a keyword of two lines");
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
            next[order[s] << shift | classes['\n']] = ROOT;
        }
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

    /// Numbers of the keywords that end at a hit, in rising order.
    int[] endsAt(Hits hits, int hit) {
        return ends[hits.state(hit) - firstEnding];
    }

    /// Finds all keywords in a block of whole lines (or the last one cut).
    ///
    void find(byte[] block, int from, int to, Hits[] lanes) {
        for (Hits lane : lanes) lane.count = 0;
        if (to - from < SMALL) {
            find(block, from, to, ROOT, lanes[0]);
            return;
        }
        int quarter = (to - from) / 4;
        int b = lineAfter(block, from + quarter, to);
        int c = lineAfter(block, Math.max(b, from + 2 * quarter), to);
        int d = lineAfter(block, Math.max(c, from + 3 * quarter), to);
        int length = Math.min(Math.min(b - from, c - b), Math.min(d - c, to - d));
        int[] states = together(block, from, b, c, d, length, lanes);
        find(block, from + length, b, states[0], lanes[0]);
        find(block, b + length, c, states[1], lanes[1]);
        find(block, c + length, d, states[2], lanes[2]);
        find(block, d + length, to, states[3], lanes[3]);
    }

    private int[] together(byte[] block, int a, int b, int c, int d, int length, Hits[] lanes) {
        char[] table = next;
        byte[] kinds = classes;
        int bits = shift;
        int last = firstEnding - 1;
        int s0 = ROOT;
        int s1 = ROOT;
        int s2 = ROOT;
        int s3 = ROOT;
        for (int i = 0; i < length; i++) {
            s0 = table[s0 << bits | kinds[block[a + i] & 0xff]];
            s1 = table[s1 << bits | kinds[block[b + i] & 0xff]];
            s2 = table[s2 << bits | kinds[block[c + i] & 0xff]];
            s3 = table[s3 << bits | kinds[block[d + i] & 0xff]];
            // Negative where one of them ends a keyword.
            if ((last - s0 | last - s1 | last - s2 | last - s3) < 0) {
                if (s0 > last) lanes[0].add(a + i, s0);
                if (s1 > last) lanes[1].add(b + i, s1);
                if (s2 > last) lanes[2].add(c + i, s2);
                if (s3 > last) lanes[3].add(d + i, s3);
            }
        }
        return new int[] {s0, s1, s2, s3};
    }

    private void find(byte[] block, int from, int to, int before, Hits hits) {
        int state = before;
        for (int i = from; i < to; i++) {
            state = next[state << shift | classes[block[i] & 0xff]];
            if (state >= firstEnding) hits.add(i, state);
        }
    }

    /// The first line that begins at or after a place; the end when there is none.
    private static int lineAfter(byte[] block, int from, int to) {
        int at = from;
        while (at < to && block[at] != '\n') at++;
        return Math.min(at + 1, to);
    }
}
