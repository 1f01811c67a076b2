package io.railhead.evidence.log;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// Finds any of several hundred keywords in bytes, upper and lower case alike (ASCII), in one pass:
/// the automaton of Aho and Corasick (CACM 18, 1975) as a full table over classes of bytes. About
/// one load and one add a byte; the table of 400 keywords is 1 MB.
///
/// A line feed resets it, so that a match never spans lines.
final class Keywords {
    /// State after a line feed, and at the start.
    static final int ROOT = 0;

    /// Class of each byte; a row of the table has [#width] columns.
    final byte[] classes = new byte[256];
    final int width;

    /// `next[state + class]`: the state that follows. States are row offsets.
    final int[] next;

    /// States from this one on end at least one keyword.
    final int accepting;

    private final int[][] ends;

    Keywords(List<String> keywords) {
        List<byte[]> words = new ArrayList<>();
        int columns = 1;
        for (String keyword : keywords) {
            byte[] word = keyword.getBytes(StandardCharsets.UTF_8);
            if (word.length == 0) throw new IllegalArgumentException("an empty keyword");
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
        width = columns;
        List<int[]> rows = new ArrayList<>();
        rows.add(fresh());
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
                    rows.add(fresh());
                    found.add(new BitSet());
                }
                at = to;
            }
            found.get(at).set(w);
        }
        complete(rows, found);
        // Accepting states last: one comparison a byte tells them.
        int[] order = new int[rows.size()];
        int place = 0;
        for (int s = 0; s < order.length; s++) if (found.get(s).isEmpty()) order[s] = place++;
        accepting = place * width;
        ends = new int[order.length - place][];
        int first = place;
        for (int s = 0; s < order.length; s++) {
            if (found.get(s).isEmpty()) continue;
            ends[place - first] = found.get(s).stream().toArray();
            order[s] = place++;
        }
        next = new int[rows.size() * width];
        for (int s = 0; s < order.length; s++) {
            for (int c = 0; c < width; c++) {
                next[order[s] * width + c] = order[rows.get(s)[c]] * width;
            }
        }
    }

    private int[] fresh() {
        int[] row = new int[width];
        Arrays.fill(row, -1);
        return row;
    }

    /// Fills in where each state goes on a byte that its keyword does not have.
    private static void complete(List<int[]> rows, List<BitSet> found) {
        int[] fail = new int[rows.size()];
        ArrayDeque<Integer> queue = new ArrayDeque<>();
        int[] root = rows.getFirst();
        for (int c = 0; c < root.length; c++) {
            if (root[c] < 0) root[c] = 0;
            else queue.add(root[c]);
        }
        while (!queue.isEmpty()) {
            int s = queue.remove();
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
    }

    private static int lower(int b) {
        return b >= 'A' && b <= 'Z' ? b + 32 : b;
    }

    /// Numbers of the keywords that end in an accepting state, in rising order.
    int[] endsAt(int state) {
        return ends[(state - accepting) / width];
    }
}
