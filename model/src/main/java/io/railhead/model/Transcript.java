package io.railhead.model;

import java.time.Duration;
import java.time.Instant;

/// One command run on one machine, or one pasted file.
///
/// @param machine name of the machine as the intent knows it; empty for a pasted file
/// @param command the command line as run, or the file's name
/// @param exitCode the command's status; -1 when it did not run to an end (killed at its time-out,
///     connection lost) and 127 when it is not installed
/// @param truncated true when output was cut, by a limit or by a lost connection
/// @param firstLine number that evidence cites its first line by: 1, unless it is a part of a file
public record Transcript(
        String machine,
        String command,
        String stdout,
        String stderr,
        int exitCode,
        Instant startedAt,
        Duration took,
        boolean truncated,
        int firstLine) {

    public Transcript {
        if (firstLine < 1) throw new IllegalArgumentException("lines count from 1: " + firstLine);
    }

    /// A whole output.
    public Transcript(
            String machine,
            String command,
            String stdout,
            String stderr,
            int exitCode,
            Instant startedAt,
            Duration took,
            boolean truncated) {
        this(machine, command, stdout, stderr, exitCode, startedAt, took, truncated, 1);
    }

    /// A pasted file: no machine, status 0, no time of its own.
    public static Transcript ofFile(String name, String text) {
        return ofPart(name, 1, text);
    }

    /// A part of a pasted file.
    ///
    /// @param firstLine number of its first line in the file, from 1
    public static Transcript ofPart(String name, int firstLine, String text) {
        return new Transcript(
                "", name, text, "", 0, Instant.EPOCH, Duration.ZERO, false, firstLine);
    }

    /// The name under which evidence cites this transcript: `gpu01: ethtool -i eth1`.
    public String document() {
        return machine.isEmpty() ? command : machine + ": " + command;
    }
}
