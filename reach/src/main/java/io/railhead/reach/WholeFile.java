package io.railhead.reach;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.UUID;

/// Writes the file that a user named in one step: a reader never sees half of it, and what was
/// there stays when the new content cannot be written.
///
/// A link is followed, never replaced. What is no plain file (`/dev/stdout`, a pipe) is written to
/// as it stands, since putting a file in its place would take the device away from everybody.
public final class WholeFile {
    private WholeFile() {}

    /// Who may read a file that was not there before.
    public enum Readers {
        /// As the umask has it.
        USUAL,
        /// Its owner alone.
        OWNER
    }

    /// Writes the content.
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /// @throws IOException when `named` is a directory, or cannot be written
    public static void write(Path named, Readers readers, Content content) throws IOException {
        if (Files.isDirectory(named)) {
            throw new FileSystemException(named.toString(), null, "it is a directory; name a file");
        }
        boolean there = Files.exists(named);
        if (there && !Files.isRegularFile(named)
                || !there && Files.exists(named, LinkOption.NOFOLLOW_LINKS)) {
            try (OutputStream out = Files.newOutputStream(named)) {
                content.writeTo(out);
            }
            return;
        }
        Path file = there ? named.toRealPath() : named.toAbsolutePath();
        Path temporary = file.resolveSibling(".railhead" + UUID.randomUUID() + ".tmp");
        try {
            try (OutputStream out = create(temporary, readers)) {
                content.writeTo(out);
            }
            if (there && readers == Readers.USUAL && posix(file)) {
                Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(file));
            }
            Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static OutputStream create(Path file, Readers readers) throws IOException {
        if (readers == Readers.OWNER && posix(file)) {
            FileAttribute<?> mode =
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------"));
            Files.createFile(file, mode);
            return Files.newOutputStream(file);
        }
        return Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    private static boolean posix(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix");
    }
}
