package io.railhead.evidence.host;

import io.railhead.evidence.CommandLine;
import java.util.List;

/// Commands that print a file.
final class Files {
    private Files() {}

    /// Whether a command prints this one file, or is the file's own name.
    static boolean reads(String command, String path) {
        CommandLine line = CommandLine.of(command);
        boolean prints = line.is("cat") || line.is("head") || line.is("tail") || line.is("less");
        return (prints && line.operands().equals(List.of(path))) || command.strip().equals(path);
    }
}
