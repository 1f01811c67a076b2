package io.railhead.evidence.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Finds [Keywords] and line feeds in the blocks of one document.
///
/// Logs repeat themselves but for numbers, so each line is taken in chunks of [#CHUNK] bytes, and
/// of a chunk that was seen before in the same state, digits apart, the keywords in it and the
/// state after it are known: the automaton reads only what is new. What is known stands in a
/// table of bounded size by a hash of 64 bits, where the newer takes the place of the older.
final class KeywordSearch {
    /// Bytes that may be read behind a block.
    static final int BEHIND = 32;

    private static final int CHUNK = 32;

    /// Places of the table in the end: what of it a log uses stays in the processor's caches.
    private static final int MOST = 1 << 16;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;
    private static final long FEEDS = '\n' * ONES;
    private static final long ZEROS = '0' * ONES;

    /// Takes to the highest bit of its byte whatever is 10 at least.
    private static final long FROM_TEN = (0x80 - 10) * ONES;

    /// 2^64 divided by the golden ratio, odd: spreads sums over all bits (Knuth, TAOCP 3, 6.4).
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /// What of a word of the table is the state after the chunk.
    private static final long STATE = 0xffff;

    /// Set in a word of the table when keywords end in the chunk, but for their digits.
    private static final long ENDING = 1L << 16;

    /// What of a word of the table is the hash of the chunk and the state before it.
    private static final long HASH = -1L << 17;

    /// Set where a keyword has digits, which are still to be compared.
    private static final int DIGITS = 1 << 31;

    private final Keywords keywords;

    /// What is known, each at the place that its hash says.
    private long[] table = new long[64];

    /// Where in the chunk keywords end, each `place << 16 | keyword` and maybe [#DIGITS], where
    /// [#ENDING] is set.
    private int[][] ending = new int[64][0];

    private int learnt;
    private int[] fresh = new int[CHUNK];

    private int[] feeds = new int[4096];
    private int feedCount;
    private int[] places = new int[1024];
    private int[] found = new int[1024];
    private int count;

    KeywordSearch(Keywords keywords) {
        this.keywords = keywords;
    }

    /// Looks through whole lines, or as much of one as there is, from index 0 on; what is found is
    /// good until the next call.
    ///
    /// @param block has [#BEHIND] bytes more than `end`; the one there is written, and restored
    void find(byte[] block, int end) {
        feedCount = 0;
        count = 0;
        byte behind = block[end];
        block[end] = '\n';
        int at = 0;
        int state = Keywords.ROOT;
        while (at < end) {
            long a = (long) WORDS.get(block, at);
            long b = (long) WORDS.get(block, at + 8);
            long c = (long) WORDS.get(block, at + 16);
            long d = (long) WORDS.get(block, at + 24);
            long feedA = firstFeed(a);
            long feedB = firstFeed(b);
            long feedC = firstFeed(c);
            long feedD = firstFeed(d);
            int length = CHUNK;
            boolean isLast = (feedA | feedB | feedC | feedD) != 0;
            if (isLast) {
                // Without what stands behind the line.
                if (feedA != 0) {
                    length = bytesBelow(feedA);
                    a &= below(feedA);
                    b = 0;
                    c = 0;
                    d = 0;
                } else if (feedB != 0) {
                    length = 8 + bytesBelow(feedB);
                    b &= below(feedB);
                    c = 0;
                    d = 0;
                } else if (feedC != 0) {
                    length = 16 + bytesBelow(feedC);
                    c &= below(feedC);
                    d = 0;
                } else {
                    length = 24 + bytesBelow(feedD);
                    d &= below(feedD);
                }
            }
            long ab = mixed(mixed(withoutDigits(a)) ^ withoutDigits(b));
            long cd = mixed(mixed(withoutDigits(c) + length) ^ withoutDigits(d));
            // Negative, as no word is where nothing is known.
            long hash = mixed(ab ^ cd >>> 1 ^ state) | Long.MIN_VALUE;
            int place = placeOf(hash);
            long known = table[place];
            if (((known ^ hash) & HASH) != 0) known = learn(block, at, length, state, hash);
            if ((known & ENDING) != 0) add(block, at, ending[placeOf(hash)]);
            state = (int) (known & STATE);
            at += length;
            if (isLast) {
                if (at < end) addFeed(at);
                at++;
                state = Keywords.ROOT;
            }
        }
        block[end] = behind;
    }

    /// The highest bit of the first byte that is a line feed, maybe with bits above it; or 0.
    private static long firstFeed(long word) {
        long odd = word ^ FEEDS;
        return odd - ONES & ~odd & HIGHS;
    }

    /// All bits of the bytes below the one of the lowest bit.
    private static long below(long feed) {
        return ((feed & -feed) >>> 7) - 1;
    }

    private static int bytesBelow(long feed) {
        return (int) ((below(feed) & ONES) * ONES >>> 56);
    }

    /// Each digit as NUL. Of 35 bytes of code, as the quick compiler puts in where it is called.
    private static long withoutDigits(long word) {
        long others = (((word ^ ZEROS) & ~HIGHS) + FROM_TEN | word) & HIGHS;
        return word & (others << 1) - (others >>> 7);
    }

    private static long mixed(long hash) {
        long product = hash * GOLDEN;
        return product ^ product >>> 29;
    }

    private int placeOf(long hash) {
        return (int) (hash >>> 40) & table.length - 1;
    }

    /// @return what is known now
    private long learn(byte[] block, int from, int length, int before, long hash) {
        if (++learnt > table.length && table.length < MOST) grow();
        int state = before;
        int n = 0;
        for (int i = 0; i < length; i++) {
            state = keywords.after(state, block[from + i]);
            if (!keywords.ends(state)) continue;
            for (int keyword : keywords.endsAt(state)) {
                if (n == fresh.length) fresh = Arrays.copyOf(fresh, 2 * n);
                fresh[n++] = i << 16 | keyword | (keywords.hasDigits(keyword) ? DIGITS : 0);
            }
        }
        long known = hash & HASH | state;
        int place = placeOf(hash);
        if (n > 0) {
            known |= ENDING;
            ending[place] = Arrays.copyOf(fresh, n);
        }
        table[place] = known;
        return known;
    }

    private void grow() {
        long[] before = table;
        int[][] endingBefore = ending;
        table = new long[2 * before.length];
        ending = new int[table.length][];
        for (int i = 0; i < before.length; i++) {
            if (before[i] == 0) continue;
            int place = placeOf(before[i]);
            table[place] = before[i];
            ending[place] = endingBefore[i];
        }
    }

    private void add(byte[] block, int from, int[] inChunk) {
        if (count + inChunk.length > places.length) {
            places = Arrays.copyOf(places, 2 * places.length + inChunk.length);
            found = Arrays.copyOf(found, places.length);
        }
        for (int ending : inChunk) {
            int keyword = ending & 0xffff;
            int place = from + ((ending & ~DIGITS) >>> 16);
            if (ending < 0 && !keywords.fits(keyword, block, place)) continue;
            places[count] = place;
            found[count++] = keyword;
        }
    }

    private void addFeed(int place) {
        if (feedCount == feeds.length) feeds = Arrays.copyOf(feeds, 2 * feedCount);
        feeds[feedCount++] = place;
    }

    /// How many line feeds the block holds.
    int feeds() {
        return feedCount;
    }

    /// @param index from 0
    int feed(int index) {
        return feeds[index];
    }

    /// How many keywords stand in the block.
    int hits() {
        return count;
    }

    /// Index of the last byte of a keyword, in rising order.
    int place(int hit) {
        return places[hit];
    }

    /// Number of the keyword, in rising order where several end together.
    int keyword(int hit) {
        return found[hit];
    }
}
