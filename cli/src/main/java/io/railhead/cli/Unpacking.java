package io.railhead.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// How much may come out of a packed file, at all depths of it together: a gigabyte, and 200 times
/// what it takes packed. Logs shrink to a tenth or a fiftieth; zeros, in a file made to fill disks,
/// to a thousandth.
final class Unpacking {
    private static final long ALWAYS = 1L << 30;
    private static final long TIMES = 200;

    private long packed;
    private long unpacked;

    /// The file itself: what is read of it is counted.
    InputStream packed(InputStream in) {
        return new Counting(in, true);
    }

    /// What comes out of it: reading fails at the limit. Closing it leaves `in` open, since a zip
    /// goes on with its next entry.
    InputStream unpacked(InputStream in) {
        return new Counting(in, false);
    }

    /// Whether the limit was reached.
    boolean isOver() {
        return unpacked > ALWAYS + TIMES * packed;
    }

    private final class Counting extends FilterInputStream {
        private final boolean outer;

        Counting(InputStream in, boolean outer) {
            super(in);
            this.outer = outer;
        }

        private void count(long bytes) throws IOException {
            if (bytes <= 0) return;
            if (outer) packed += bytes;
            else unpacked += bytes;
            if (!outer && isOver()) {
                throw new IOException(
                        "what is packed in it is more than a gigabyte and 200 times its size");
            }
        }

        @Override
        public int read() throws IOException {
            int b = in.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int n = in.read(bytes, from, length);
            count(n);
            return n;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long n = in.skip(bytes);
            count(n);
            return n;
        }

        @Override
        public void close() throws IOException {
            if (outer) in.close();
        }
    }
}
