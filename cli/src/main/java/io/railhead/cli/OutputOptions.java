package io.railhead.cli;

import io.railhead.reach.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--format` and `-o`, shared by every command that gives a result.
public final class OutputOptions {

    /// How a result is written. Commands refuse the formats they do not have.
    public enum Format {
        text,
        json,
        junit,
        sarif,
        html,
        diff
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "text or json (default: text); check also junit and sarif, bench and"
                            + " report also html, plan also diff.")
    Format format = Format.text;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the result to FILE instead of standard output.")
    @Nullable String output;

    public Format format() {
        return format;
    }

    public boolean json() {
        return format == Format.json;
    }

    public Optional<String> output() {
        return Optional.ofNullable(output);
    }

    /// Refuses a format the command does not have.
    public void allow(Format... allowed) {
        for (Format a : allowed) {
            if (a == format) {
                return;
            }
        }
        throw new UserError(
                "--format " + format + ": this command writes only " + java.util.List.of(allowed));
    }

    /// Writes the result to `-o FILE` (in one step: a reader never sees half a file) or to standard
    /// output.
    public void write(Console console, String text) {
        if (output == null) {
            console.out().print(text);
            if (!text.endsWith("\n")) {
                console.out().println();
            }
            console.out().flush();
            return;
        }
        write(console.path(output), Screen.plain(text));
    }

    static void write(Path file, String text) {
        try {
            WholeFile.write(
                    file,
                    WholeFile.Readers.USUAL,
                    out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UserError("cannot write " + file + ": " + Messages.of(e));
        }
    }
}
