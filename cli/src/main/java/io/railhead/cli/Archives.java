package io.railhead.cli;

import io.railhead.evidence.paste.Paste;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.tukaani.xz.XZInputStream;

/// Opens what is packed, by its content: zip, tar, gzip and xz, one inside of the other some
/// levels deep, as support bundles come. What is no archive is a document.
///
/// Nothing is written to a disk. How much may come out is bounded ([Unpacking]), how many files
/// ([Documents#MOST]) and how much memory xz may take; links are left out. What is broken is noted
/// as such, and what could be read of it is evidence all the same.
final class Archives {
    private static final int DEPTH = 4;

    private static final int BUFFER = 1 << 16;

    /// KiB that xz may take: `xz -9` packs with a dictionary of 64 MiB.
    private static final int XZ_MEMORY = 100 << 10;

    private final Paste paste;
    private final Unpacking unpacking = new Unpacking();
    private int files;

    Archives(Paste paste) {
        this.paste = paste;
    }

    /// @param name what it is cited as
    void add(String name, InputStream in) throws IOException {
        stream(name, new BufferedInputStream(unpacking.packed(in), BUFFER), 0);
    }

    /// @param in supports marking
    private void stream(String name, InputStream in, int depth) throws IOException {
        in.mark(Tar.BLOCK);
        byte[] head = in.readNBytes(Tar.BLOCK);
        in.reset();
        boolean deeper = depth < DEPTH;
        if (isZip(head) && deeper) {
            zip(name, in, depth);
        } else if (begins(head, 0x1f, 0x8b) && deeper) {
            packed(name, ".gz", () -> new GZIPInputStream(in, BUFFER), depth);
        } else if (begins(head, 0xfd, '7', 'z', 'X', 'Z', 0) && deeper) {
            packed(name, ".xz", () -> new XZInputStream(in, XZ_MEMORY), depth);
        } else if (Tar.isHeader(head) && deeper) {
            tar(name, in, depth);
        } else if (begins(head, 0x28, 0xb5, 0x2f, 0xfd)) {
            paste.broken(name, "is packed with zstd, which is not opened here: zstd -d " + name);
        } else if (begins(head, 'B', 'Z', 'h') && head.length > 3 && head[3] >= '1') {
            paste.broken(name, "is packed with bzip2, which is not opened here: bunzip2 " + name);
        } else if (begins(head, '7', 'z', 0xbc, 0xaf) || begins(head, 'R', 'a', 'r', '!')) {
            paste.broken(name, "is an archive of a kind that is not opened here: unpack it first");
        } else {
            paste.add(name, in);
        }
    }

    /// Opens a packed stream.
    @FunctionalInterface
    private interface Opening {
        InputStream open() throws IOException;
    }

    private void packed(String name, String ending, Opening opening, int depth) {
        String inner =
                name.endsWith(ending) ? name.substring(0, name.length() - ending.length()) : name;
        try {
            InputStream out = unpacking.unpacked(opening.open());
            stream(inner, new BufferedInputStream(out, BUFFER), depth + 1);
        } catch (IOException e) {
            paste.broken(name, "cannot be unpacked (%s): %s".formatted(ending, Messages.of(e)));
        }
    }

    /// What a file in an archive is cited as: a place below the archive, whatever its name says.
    /// Two that come out alike get a number, as two of one name do.
    static String inside(String archive, String name) {
        StringBuilder path = new StringBuilder(archive);
        for (String part : name.split("[/\\\\]+")) {
            if (!part.isEmpty() && !part.equals(".") && !part.equals("..")) {
                path.append('/').append(part);
            }
        }
        if (path.length() == archive.length()) path.append("/unnamed");
        return path.toString();
    }

    /// @return whether the rest may be read
    private boolean entry(String inner, InputStream content, int depth) throws IOException {
        if (++files > Documents.MOST) {
            paste.curtailed(
                    inner,
                    "and all after it is left: more than %,d files".formatted(Documents.MOST));
            return false;
        }
        InputStream entry = unpacking.unpacked(content);
        stream(inner, new BufferedInputStream(entry, BUFFER), depth + 1);
        // What nobody wanted of it counts as well.
        if (!unpacking.isOver()) entry.transferTo(OutputStream.nullOutputStream());
        if (!unpacking.isOver()) return true;
        paste.curtailed(inner, "and all after it is left: too much is packed in it");
        return false;
    }

    private void zip(String name, InputStream in, int depth) {
        Tail tail = new Tail(in);
        ZipInputStream zip = zip(tail);
        try {
            for (ZipEntry e = zip.getNextEntry(); e != null; e = zip.getNextEntry()) {
                if (!e.isDirectory() && !entry(inside(name, e.getName()), zip, depth)) return;
            }
            tail.transferTo(OutputStream.nullOutputStream());
            if (!tail.hasDirectory()) {
                paste.broken(name, "the zip was cut short: the list of its files is missing");
            }
        } catch (IllegalArgumentException e) {
            paste.broken(name, "the zip has a name in it that is none; the rest is left");
        } catch (IOException e) {
            paste.broken(name, "the zip is broken from here on: " + Messages.of(e));
        }
    }

    private void tar(String name, InputStream in, int depth) {
        Tar tar = new Tar(in);
        try {
            for (Optional<Tar.Entry> e = tar.next(); e.isPresent(); e = tar.next()) {
                if (!entry(inside(name, e.get().name()), e.get().content(), depth)) return;
            }
        } catch (IOException e) {
            paste.broken(name, "the tar is broken from here on: " + Messages.of(e));
        }
    }

    /// Names that are not UTF-8 are no reason to read nothing.
    static ZipInputStream zip(InputStream in) {
        return new ZipInputStream(in, StandardCharsets.ISO_8859_1);
    }

    static boolean isZip(byte[] head) {
        return begins(head, 'P', 'K', 3, 4);
    }

    private static boolean begins(byte[] head, int... with) {
        if (head.length < with.length) return false;
        for (int i = 0; i < with.length; i++) if ((head[i] & 0xff) != with[i]) return false;
        return true;
    }

    /// Remembers the last bytes of a zip: there its directory ends with a record of its own.
    private static final class Tail extends FilterInputStream {
        private static final int KEPT = 1 << 11;

        private final byte[] last = new byte[KEPT];
        private long count;

        Tail(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) == 1 ? one[0] & 0xff : -1;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int n = in.read(bytes, from, length);
            for (int i = Math.max(0, n - KEPT); i < n; i++) {
                last[(int) ((count + i) % KEPT)] = bytes[from + i];
            }
            if (n > 0) count += n;
            return n;
        }

        @Override
        public boolean markSupported() {
            return false;
        }

        boolean hasDirectory() {
            int length = (int) Math.min(count, KEPT);
            for (int back = length; back >= 22; back--) {
                if (at(back) == 'P'
                        && at(back - 1) == 'K'
                        && at(back - 2) == 5
                        && at(back - 3) == 6) return true;
            }
            return false;
        }

        private int at(int fromEnd) {
            return last[(int) ((count - fromEnd) % KEPT)];
        }
    }
}
