package io.railhead.evidence.log;

import io.railhead.evidence.log.Tally.Kept;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What stood behind a keyword in the lines looked at so far, as hashes, and the event it told:
/// a line that says the same again needs no second look to be counted.
final class SeenTails {
    /// Different ones that are remembered.
    static final int MOST = 10_000;

    private static final VarHandle WORDS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /// 2^64 divided by the golden ratio, odd: spreads sums over all bits (Knuth, TAOCP 3, 6.4).
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    private long[] table = new long[256];
    private @Nullable Kept[] told = new @Nullable Kept[256];
    private int size;

    /// Whether nothing more is remembered.
    boolean isFull() {
        return size >= MOST;
    }

    /// Counts a line to the event that it told before, if it told one that was kept.
    ///
    /// @param line its number
    /// @return whether what stood behind the keyword is known
    boolean isCounted(long hash, int line) {
        int slot = slot(hash);
        if (table[slot] != hash) return false;
        Kept event = told[slot];
        if (event != null) event.again(line);
        return true;
    }

    void put(long hash, Optional<Kept> event) {
        if (isFull()) return;
        if (2 * size >= table.length) grow();
        set(hash, event.orElse(null));
        size++;
    }

    private void set(long hash, @Nullable Kept event) {
        int slot = slot(hash);
        table[slot] = hash;
        told[slot] = event;
    }

    /// Where a hash is, or would be.
    private int slot(long hash) {
        int mask = table.length - 1;
        int at = (int) (hash >>> 32) & mask;
        while (table[at] != 0 && table[at] != hash) at = (at + 1) & mask;
        return at;
    }

    private void grow() {
        long[] hashes = table;
        @Nullable Kept[] events = told;
        table = new long[2 * hashes.length];
        told = new @Nullable Kept[2 * hashes.length];
        for (int i = 0; i < hashes.length; i++) if (hashes[i] != 0) set(hashes[i], events[i]);
    }

    /// Of bytes, never 0.
    ///
    /// @param block has eight bytes more than `to`
    static long hash(byte[] block, int from, int to) {
        long hash = to - from;
        int at = from;
        for (; at + 8 <= to; at += 8) hash = mixed(hash ^ (long) WORDS.get(block, at));
        long rest = (long) WORDS.get(block, at) & (1L << (to - at) * 8) - 1;
        hash = mixed(hash ^ rest);
        return hash == 0 ? 1 : hash;
    }

    private static long mixed(long hash) {
        long product = hash * GOLDEN;
        return product ^ product >>> 29;
    }
}
