package io.railhead.cli;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Words for I/O errors: the JDK's own messages are often only the file's name.
public final class Messages {
    private Messages() {}

    /// What went wrong, without the file's name.
    public static String of(IOException e) {
        return switch (e) {
            case NoSuchFileException x -> "no such file or directory";
            case AccessDeniedException x -> "permission denied";
            case FileAlreadyExistsException x -> "it exists already";
            case NotDirectoryException x -> "not a directory";
            case CharacterCodingException x -> "it is not text (UTF-8)";
            case FileSystemException x when x.getReason() != null -> x.getReason();
            default -> e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        };
    }
}
