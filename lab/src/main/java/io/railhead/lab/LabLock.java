package io.railhead.lab;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Held by `lab up` and `lab down` while they work on a lab of this name. The kernel gives it back
/// when the process ends, however it ends.
final class LabLock implements AutoCloseable {
    private static final int TRIES = 10;

    private final Path file;
    private final FileChannel channel;

    private LabLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /// Empty when another process holds it.
    static Optional<LabLock> take(Path file) throws IOException {
        for (int i = 0; i < TRIES; i++) {
            FileChannel channel;
            try {
                Files.createDirectories(file.toAbsolutePath().getParent());
                channel =
                        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            } catch (NoSuchFileException e) {
                continue; // the directory was tidied away in between
            }
            try {
                FileLock lock = channel.tryLock();
                if (lock == null) {
                    channel.close();
                    return Optional.empty();
                }
                if (isStillThere(file, channel)) {
                    return Optional.of(new LabLock(file, channel));
                }
            } catch (OverlappingFileLockException e) {
                channel.close();
                return Optional.empty();
            } catch (NoSuchFileException e) {
                // removed in between: again
            }
            channel.close();
        }
        return Optional.empty();
    }

    /// Whoever held the lock before removes the file, perhaps the one that was opened here. A
    /// channel does not tell its inode; a byte written to one and seen in the other does.
    private static boolean isStillThere(Path file, FileChannel channel) throws IOException {
        long size = channel.size();
        channel.write(ByteBuffer.wrap(new byte[] {'.'}), size);
        return Files.size(file) == size + 1;
    }

    /// Gives it back and removes the file.
    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
            channel.close();
        } catch (IOException e) {
            // The lock itself goes with the process.
        }
    }
}
