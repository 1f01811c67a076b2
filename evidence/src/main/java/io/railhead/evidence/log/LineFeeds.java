package io.railhead.evidence.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// The places of the line feeds in a block, found eight bytes at a time.
final class LineFeeds {
    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;
    private static final long FEEDS = 0x0a0a0a0a0a0a0a0aL;

    private int[] places = new int[4096];
    private int count;

    /// Looks through a block; good until the next call.
    void find(byte[] block, int from, int to) {
        count = 0;
        int at = from;
        for (; at + 8 <= to; at += 8) {
            long word = (long) WORDS.get(block, at) ^ FEEDS;
            // The top bit of each byte that is zero, exactly (Lamport, CACM 18, 1975).
            long zero = ~((word & LOW_BITS) + LOW_BITS | word | LOW_BITS);
            while (zero != 0) {
                add(at + (Long.numberOfTrailingZeros(zero) >>> 3));
                zero &= zero - 1;
            }
        }
        for (; at < to; at++) if (block[at] == '\n') add(at);
    }

    private void add(int place) {
        if (count == places.length) places = Arrays.copyOf(places, 2 * count);
        places[count++] = place;
    }

    int count() {
        return count;
    }

    /// @param index from 0
    int place(int index) {
        return places[index];
    }
}
