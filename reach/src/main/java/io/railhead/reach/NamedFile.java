package io.railhead.reach;

import io.railhead.model.Bytes;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/// Reads what a user named, and [WholeFile] writes it: every file that comes by its name from a
/// command line, an intent or a configuration is opened here.
///
/// Directories, devices and sockets are refused, so that none is read for ever. `/dev/null` is an
/// empty file. A pipe is read (`<(cmd)`, `mkfifo`); when it keeps its reader waiting, that is told.
public final class NamedFile {
    /// Bytes of what people write by hand: intents, inventories, keys, configurations. The intent
    /// of 10,000 hosts that have nothing in common is 4 MiB.
    public static final int BY_HAND = 16 << 20;

    /// Bytes of what Railhead writes: plans, runs, findings. Their text is held in memory whole.
    public static final int BY_RAILHEAD = 256 << 20;

    /// How long a reader may wait for the end before that is told.
    private static final Duration SILENT = Duration.ofSeconds(1);

    /// How often it is told that there is no end yet; twice as long each time.
    private static final Duration GOES_ON = Duration.ofSeconds(10);

    /// The file types of `st_mode`, from inode(7).
    private static final int TYPE = 0170000;

    private static final int FIFO = 0010000;
    private static final int CHARACTER_DEVICE = 0020000;
    private static final int BLOCK_DEVICE = 0060000;

    private NamedFile() {}

    private enum Kind {
        FILE,
        PIPE
    }

    /// A whole file that is no pipe.
    ///
    /// @param most bytes it may have
    /// @throws IOException when there is none, it is no file, or it is larger
    public static byte[] bytes(Path named, int most) throws IOException {
        if (kind(named) == Kind.PIPE) {
            throw refused(named, "it is a pipe; name a file");
        }
        return bytes(named, most, _ -> {});
    }

    /// A whole file, or all that comes through a pipe.
    ///
    /// @param most bytes it may have
    /// @param told is given a sentence when a pipe keeps its reader waiting
    /// @throws IOException when there is none, it is no file, or it is larger
    public static byte[] bytes(Path named, int most, Consumer<String> told) throws IOException {
        try (InputStream in = open(named, told)) {
            return bytes(in, named.toString(), most);
        }
    }

    /// All of a stream, which is left open.
    ///
    /// @throws IOException when it is larger, or cannot be read
    public static byte[] bytes(InputStream in, String name, int most) throws IOException {
        byte[] bytes = in.readNBytes(most);
        if (bytes.length == most && in.read() >= 0) {
            throw new FileSystemException(
                    name,
                    null,
                    "it is larger than " + (most >> 20) + " MiB, the most that is read");
        }
        return bytes;
    }

    /// @throws CharacterCodingException when it is not UTF-8
    /// @throws IOException as [#bytes(Path, int, Consumer)]
    public static String text(Path named, int most, Consumer<String> told) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(bytes(named, most, told)))
                .toString();
    }

    /// For reading piece by piece what may be of any size.
    ///
    /// @throws IOException when there is none, or it is neither file nor pipe
    public static InputStream open(Path named, Consumer<String> told) throws IOException {
        boolean pipe = kind(named) == Kind.PIPE;
        // A file of /proc has no size and may wait as a pipe does: /proc/kmsg does for ever.
        if (!pipe && Files.size(named) > 0) {
            return Files.newInputStream(named);
        }
        Wait wait = new Wait(pipe ? named + ", a pipe" : named + " (Ctrl-C stops)", told);
        try {
            // Blocks until somebody opens it for writing.
            return wait.over(
                    pipe
                            // Who waits in it is woken when it is closed.
                            ? Channels.newInputStream(FileChannel.open(named))
                            : Files.newInputStream(named));
        } catch (IOException | RuntimeException e) {
            wait.end();
            throw e;
        }
    }

    /// A stream that is there already, such as standard input; closing it closes that.
    public static InputStream awaited(InputStream in, String name, Consumer<String> told) {
        return new Wait(name, told).over(in);
    }

    private static Kind kind(Path named) throws IOException {
        // Fails with the reason when there is nothing, or when it may not be looked at.
        var attributes =
                Files.readAttributes(named, java.nio.file.attribute.BasicFileAttributes.class);
        if (attributes.isRegularFile()) {
            return Kind.FILE;
        }
        if (attributes.isDirectory()) {
            throw refused(named, "it is a directory; name a file");
        }
        switch (type(named)) {
            case FIFO -> {
                return Kind.PIPE;
            }
            case CHARACTER_DEVICE, BLOCK_DEVICE -> {
                if (named.toRealPath().equals(Path.of("/dev/null"))) {
                    return Kind.FILE;
                }
                throw refused(named, "it is a device; name a file");
            }
            default -> throw refused(named, "it is no file");
        }
    }

    private static int type(Path named) throws IOException {
        try {
            return Files.getAttribute(named, "unix:mode") instanceof Integer mode ? mode & TYPE : 0;
        } catch (UnsupportedOperationException | IllegalArgumentException e) {
            return 0;
        }
    }

    private static FileSystemException refused(Path named, String why) {
        return new FileSystemException(named.toString(), null, why);
    }

    /// Tells of a stream that keeps its reader waiting, until its end or its closing.
    private static final class Wait {
        private final String name;
        private final Consumer<String> told;
        private final Thread thread;
        private volatile long come;

        Wait(String name, Consumer<String> told) {
            this.name = name;
            this.told = told;
            this.thread = Thread.ofVirtual().name("waiting for " + name).start(this::watch);
        }

        private void watch() {
            try {
                Thread.sleep(SILENT);
                told.accept(
                        come == 0
                                ? "waiting for " + name + ": nothing has come yet"
                                : "reading " + name + ": " + new Bytes(come) + " so far");
                for (Duration next = GOES_ON; ; next = next.multipliedBy(2)) {
                    Thread.sleep(next);
                    told.accept(
                            "still waiting for the end of %s: %s have come"
                                    .formatted(name, new Bytes(come)));
                }
            } catch (InterruptedException e) {
                // It has ended.
            }
        }

        void end() {
            thread.interrupt();
        }

        InputStream over(InputStream in) {
            return new FilterInputStream(in) {
                private long count(long n) {
                    if (n < 0) {
                        end();
                    } else {
                        come += n;
                    }
                    return n;
                }

                @Override
                public int read() throws IOException {
                    int b = in.read();
                    count(b < 0 ? -1 : 1);
                    return b;
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    return (int) count(in.read(bytes, from, length));
                }

                @Override
                public long skip(long n) throws IOException {
                    return count(in.skip(n));
                }

                @Override
                public void close() throws IOException {
                    end();
                    super.close();
                }
            };
        }
    }
}
