package io.railhead.lab;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/// Writes files with the permissions they need, whatever the umask.
final class Tree {
    private final Path root;

    Tree(Path root) {
        this.root = root;
    }

    /// @param path absolute as the host sees it
    Path at(String path) {
        return root.resolve(path.substring(1));
    }

    /// Makes the directory, and its parents with mode 0755 where they are missing.
    Tree directory(String path, String mode) throws IOException {
        Path directory = at(path);
        Path parent = directory.getParent();
        if (parent != null && !Files.exists(parent) && parent.startsWith(root)) {
            directory("/" + root.relativize(parent), "rwxr-xr-x");
        }
        if (!Files.exists(directory)) {
            Files.createDirectory(directory);
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(mode));
        return this;
    }

    Tree directory(String path) throws IOException {
        return directory(path, "rwxr-xr-x");
    }

    Tree file(String path, String text, String mode) throws IOException {
        Path file = at(path);
        Path parent = file.getParent();
        if (parent != null && !Files.exists(parent)) {
            directory("/" + root.relativize(parent));
        }
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
        return this;
    }

    Tree file(String path, String text) throws IOException {
        return file(path, text, "rw-r--r--");
    }

    /// Removes a directory and all below it, following no link. Nothing there is fine.
    static void remove(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        if (e instanceof NoSuchFileException) {
                            return FileVisitResult.CONTINUE;
                        }
                        throw e;
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(
                            Path directory, @Nullable IOException e) throws IOException {
                        if (e != null) {
                            throw e;
                        }
                        Files.deleteIfExists(directory);
                        return FileVisitResult.CONTINUE;
                    }
                });
    }
}
