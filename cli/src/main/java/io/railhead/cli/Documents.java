package io.railhead.cli;

import io.railhead.evidence.paste.Paste;
import io.railhead.model.Transcript;
import io.railhead.reach.Bundle;
import io.railhead.reach.BundleFile;
import io.railhead.reach.Collected;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/// Brings what a person names on the command line to a [Paste]: files as they are, folders with all
/// below them, zips (inside of zips too, some levels), gzipped files, bundles.
final class Documents {
    /// Files of one folder or zip that are read; more than any support bundle has.
    private static final int MOST = 20_000;

    /// Zips inside of zips.
    private static final int DEPTH = 3;

    /// Unpacked bytes of one zip or gzipped file that are read: 64 GiB of log.
    private static final long UNPACKED = 64L << 30;

    private final Paste paste;

    Documents(Paste paste) {
        this.paste = paste;
    }

    void standardInput(InputStream in) {
        try {
            stream("standard input", new BufferedInputStream(in, 1 << 16), 0);
        } catch (IOException e) {
            throw new UserError("cannot read standard input: " + Messages.of(e));
        }
    }

    /// @param name as given on the command line
    void path(Path path, String name) {
        try {
            if (Files.isDirectory(path)) {
                folder(path);
            } else {
                Path file = path.getFileName();
                file(path, file == null ? name : file.toString());
            }
        } catch (IOException e) {
            throw new UserError("cannot read " + name + ": " + Messages.of(e));
        }
    }

    private void folder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.filter(Files::isRegularFile).sorted().limit(MOST).toList();
        }
        for (Path file : files) file(file, folder.relativize(file).toString());
    }

    private void file(Path file, String name) throws IOException {
        if (isBundle(file)) {
            bundle(file);
            return;
        }
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            stream(name, in, 0);
        }
    }

    private static boolean isBundle(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] head = in.readNBytes(4);
            if (!isZip(head)) return false;
        }
        try (ZipInputStream zip =
                new ZipInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            ZipEntry first = zip.getNextEntry();
            return first != null && first.getName().equals("manifest.json");
        }
    }

    private void bundle(Path file) throws IOException {
        try {
            for (Collected machine : BundleFile.read(file).collected()) {
                machine.unreachable().ifPresent(why -> paste.unreachable(machine.machine(), why));
                for (Transcript t : machine.transcripts()) paste.add(t);
            }
        } catch (Bundle.Unusable e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /// @param in supports marking
    private void stream(String name, InputStream in, int depth) throws IOException {
        in.mark(8);
        byte[] head = in.readNBytes(4);
        in.reset();
        if (isZip(head) && depth < DEPTH) {
            zip(name, in, depth);
        } else if (head.length > 2 && head[0] == 0x1f && head[1] == (byte) 0x8b) {
            String inner = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
            paste.add(inner, new Limited(new GZIPInputStream(in, 1 << 16)));
        } else {
            paste.add(name, in);
        }
    }

    private void zip(String name, InputStream in, int depth) throws IOException {
        ZipInputStream zip = new ZipInputStream(in);
        int read = 0;
        for (ZipEntry e = zip.getNextEntry(); e != null && read < MOST; e = zip.getNextEntry()) {
            if (e.isDirectory()) continue;
            read++;
            stream(
                    name + "/" + e.getName(),
                    new BufferedInputStream(new Limited(zip), 1 << 16),
                    depth + 1);
        }
    }

    private static boolean isZip(byte[] head) {
        return head.length == 4 && head[0] == 'P' && head[1] == 'K' && head[2] == 3 && head[3] == 4;
    }

    /// Ends at the limit, and never closes what it reads from.
    private static final class Limited extends FilterInputStream {
        private long left = UNPACKED;

        Limited(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            if (left <= 0) return -1;
            int b = super.read();
            if (b >= 0) left--;
            return b;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            if (left <= 0) return -1;
            int n = super.read(bytes, from, (int) Math.min(length, left));
            if (n > 0) left -= n;
            return n;
        }

        @Override
        public void close() {
            // The zip goes on with its next entry.
        }
    }
}
