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
public record Transcript(
        String machine,
        String command,
        String stdout,
        String stderr,
        int exitCode,
        Instant startedAt,
        Duration took,
        boolean truncated) {

    /// A pasted file: no machine, status 0, no time of its own.
    public static Transcript ofFile(String name, String text) {
        return new Transcript("", name, text, "", 0, Instant.EPOCH, Duration.ZERO, false);
    }

    /// The name under which evidence cites this transcript: `gpu01: ethtool -i eth1`.
    public String document() {
        return machine.isEmpty() ? command : machine + ": " + command;
    }
}
