package io.railhead.cli;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the files of a tar one after the other: the format of POSIX (pax, ustar) and that of GNU
/// tar for long names and large files. Links, folders and devices are left out, and nothing is
/// written anywhere: names only say what a file is called, whatever they hold.
final class Tar {
    /// Length of a block, and of what tells that a stream is a tar.
    static final int BLOCK = 512;

    /// A name or a pax header that is longer is no honest one.
    private static final int LONGEST = 1 << 16;

    private static final int CHECKSUM = 148;

    private final InputStream in;
    private long left;
    private long padding;

    /// A file of the tar.
    ///
    /// @param content good until the next file is asked for
    record Entry(String name, InputStream content) {}

    Tar(InputStream in) {
        this.in = in;
    }

    /// Whether the first block of a stream is the header of a tar: its sum says so.
    static boolean isHeader(byte[] block) {
        if (block.length < BLOCK || block[0] == 0) return false;
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= CHECKSUM && i < CHECKSUM + 8 ? ' ' : block[i] & 0xff;
        }
        return sum == number(block, CHECKSUM, 8);
    }

    /// The next file; empty at the end mark.
    ///
    /// @throws IOException when the tar breaks off, or goes on with what is no header
    Optional<Entry> next() throws IOException {
        String longName = "";
        long paxSize = -1;
        while (true) {
            skip(left + padding);
            left = 0;
            padding = 0;
            byte[] block = in.readNBytes(BLOCK);
            if (block.length < BLOCK) throw new EOFException("it ends without its end mark");
            if (isZero(block)) return Optional.empty();
            if (!isHeader(block)) throw new IOException("what follows is no header of a tar");
            long size = number(block, 124, 12);
            if (size < 0) throw new IOException("a file of negative size");
            char type = (char) (block[156] & 0xff);
            switch (type) {
                case 'L' -> longName = text(size);
                case 'x' -> {
                    String pax = text(size);
                    longName = value(pax, "path").orElse(longName);
                    paxSize = value(pax, "size").map(Tar::decimal).orElse(-1L);
                }
                case '0', '\0', '7' -> {
                    long length = paxSize >= 0 ? paxSize : size;
                    hold(length);
                    String name = longName.isEmpty() ? name(block) : longName;
                    return Optional.of(new Entry(name, new Content()));
                }
                default -> {
                    hold(type >= '1' && type <= '6' ? 0 : paxSize >= 0 ? paxSize : size);
                    longName = "";
                    paxSize = -1;
                }
            }
        }
    }

    private void hold(long size) {
        left = size;
        padding = (BLOCK - size % BLOCK) % BLOCK;
    }

    private void skip(long bytes) throws IOException {
        try {
            in.skipNBytes(bytes);
        } catch (EOFException e) {
            throw new EOFException("it ends in the middle of a file");
        }
    }

    private String text(long size) throws IOException {
        if (size > LONGEST) throw new IOException("a header of %d bytes".formatted(size));
        byte[] bytes = in.readNBytes((int) size);
        skip((BLOCK - size % BLOCK) % BLOCK);
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    /// `LENGTH KEY=VALUE` lines.
    private static Optional<String> value(String pax, String key) {
        return pax.lines()
                .map(l -> l.substring(l.indexOf(' ') + 1))
                .filter(l -> l.startsWith(key + "="))
                .map(l -> l.substring(key.length() + 1))
                .findFirst();
    }

    private static long decimal(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    private static String name(byte[] block) {
        String name = string(block, 0, 100);
        boolean ustar = string(block, 257, 5).equals("ustar");
        String before = ustar && block[263] == '0' ? string(block, 345, 155) : "";
        return before.isEmpty() ? name : before + "/" + name;
    }

    private static String string(byte[] block, int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) end++;
        return new String(block, from, end - from, StandardCharsets.UTF_8);
    }

    /// Octal digits, or with the top bit set a number to the base of 256; -1 for neither.
    private static long number(byte[] block, int from, int length) {
        long value = 0;
        if ((block[from] & 0x80) != 0) {
            for (int i = from + length - 8; i < from + length; i++) {
                value = value << 8 | block[i] & 0xff;
            }
            return value;
        }
        for (int i = from; i < from + length; i++) {
            int c = block[i];
            if (c == 0 || c == ' ') {
                if (value > 0) break;
            } else if (c >= '0' && c <= '7') {
                value = value * 8 + c - '0';
            } else {
                return -1;
            }
        }
        return value;
    }

    private static boolean isZero(byte[] block) {
        for (byte b : block) if (b != 0) return false;
        return true;
    }

    /// What is left of the file.
    private final class Content extends FilterInputStream {
        Content() {
            super(InputStream.nullInputStream());
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) == 1 ? one[0] & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (left == 0) return -1;
            int n = Tar.this.in.read(bytes, from, (int) Math.min(left, length));
            if (n < 0) throw new EOFException("it ends in the middle of a file");
            left -= n;
            return n;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long n = Tar.this.in.skip(Math.min(bytes, left));
            left -= n;
            return n;
        }

        @Override
        public int available() {
            return 0;
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        @Override
        public void close() {
            // The tar goes on with its next file.
        }
    }
}
