package io.railhead.cli;

import io.railhead.reach.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/// `--format` and `-o`, shared by every command that gives a result.
public final class OutputOptions {

    /// How a result is written, and the endings of files that are named so. Commands refuse the
    /// formats they do not have.
    public enum Format {
        text(),
        json(".json"),
        junit(".xml"),
        sarif(".sarif"),
        html(".html", ".htm"),
        diff(".diff", ".patch");

        private final List<String> endings;

        Format(String... endings) {
            this.endings = List.of(endings);
        }

        private boolean names(String file) {
            return endings.stream().anyMatch(file.toLowerCase(Locale.ROOT)::endsWith);
        }
    }

    /// Endings of files that are something else than any command writes.
    private static final Set<String> OTHERS =
            Set.of(
                    ".pdf", ".ps", ".doc", ".docx", ".odt", ".rtf", ".xls", ".xlsx", ".ods", ".csv",
                    ".tsv", ".md", ".png", ".svg", ".jpg", ".jpeg", ".gif", ".yaml", ".yml", ".zip",
                    ".gz", ".pptx");

    /// All that the command writes.
    private final List<Format> formats;

    /// Endings of what it writes into a file whatever the format of its result is.
    private final List<String> natural;

    /// Text and JSON, and what else the command writes.
    public OutputOptions(Format... more) {
        List<Format> all = new ArrayList<>(List.of(Format.text, Format.json));
        all.addAll(List.of(more));
        formats = List.copyOf(all);
        natural = List.of();
    }

    private OutputOptions(List<Format> formats, List<String> natural) {
        this.formats = formats;
        this.natural = natural;
    }

    /// Of a command that writes something of its own into the file, named so.
    static OutputOptions ofFiles(String... endings) {
        return new OutputOptions(List.of(Format.text, Format.json), List.of(endings));
    }

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "How the result is written.") // Each command has its own: #describe.
    @Nullable Format format;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the result to FILE instead of standard output.")
    @Nullable String output;

    /// The one that was asked for; without `--format` the one that the name of `-o FILE` ends in,
    /// of those the command has; else text.
    public Format format() {
        if (format != null) return format;
        String file = output == null ? "" : output;
        return formats.stream().filter(f -> f.names(file)).findFirst().orElse(Format.text);
    }

    /// Whether `--format` was given.
    public boolean isAsked() {
        return format != null;
    }

    public boolean json() {
        return format() == Format.json;
    }

    public Optional<String> output() {
        return Optional.ofNullable(output);
    }

    /// Refuses a format the command does not have, and a file that could not be written: before
    /// machines are asked or anything is measured, and not after.
    public void refuseUnusable(Console console) {
        if (!formats.contains(format())) {
            throw new UserError(refused(String.valueOf(format)));
        }
        if (format == null && output != null) refuseMisnamed(output);
        if (output != null) refuseUnwritable(console.path(output));
    }

    private String refused(String asked) {
        return "--format %s: this command writes only %s".formatted(asked, listed(" and "));
    }

    /// What is wrong with a value of `--format` that is no format at all; empty for a command
    /// without formats.
    static Optional<String> refused(CommandSpec command, String asked) {
        return in(command).map(own -> own.refused(asked));
    }

    /// A file that is named for what it would not be: a page that no browser shows, a PDF of text.
    private void refuseMisnamed(String file) {
        String ending = file.toLowerCase(Locale.ROOT).replaceFirst("^.*?(\\.[a-z0-9]+)?$", "$1");
        boolean other =
                OTHERS.contains(ending)
                        || Stream.of(Format.values()).anyMatch(f -> f.endings.contains(ending));
        boolean own = formats.stream().anyMatch(f -> f.endings.contains(ending));
        if (other && !own && !natural.contains(ending)) {
            throw new UserError(
                    ("-o %s: this command does not write %s: name it %s, or anything else (.txt) for"
                                    + " text")
                            .formatted(file, ending, endings()));
        }
    }

    static void refuseUnwritable(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (Files.isDirectory(file)) {
            throw new UserError("cannot write " + file + ": it is a folder");
        }
        // A device or a pipe is written where it stands.
        if (Files.exists(file) && !Files.isRegularFile(file)) return;
        if (directory == null || !Files.isDirectory(directory)) {
            throw new UserError("cannot write " + file + ": no folder " + directory);
        }
        if (!Files.isWritable(directory)) {
            throw new UserError("cannot write " + file + ": permission denied");
        }
    }

    private String listed(String last) {
        List<String> names = formats.stream().map(Format::name).toList();
        return String.join(", ", names.subList(0, names.size() - 1)) + last + names.getLast();
    }

    /// Says in the help of each command below which formats it has.
    static void describe(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        OptionSpec option = spec.findOption("--format");
        Optional<OutputOptions> own = in(spec);
        if (option != null && own.isPresent()) {
            spec.remove(option);
            spec.addOption(
                    OptionSpec.builder(option).description(own.orElseThrow().help()).build());
        }
        line.getSubcommands().values().forEach(OutputOptions::describe);
    }

    private static Optional<OutputOptions> in(CommandSpec spec) {
        return spec.mixins().values().stream()
                .flatMap(
                        mixin ->
                                mixin.userObject() instanceof OutputOptions own
                                        ? Stream.of(own)
                                        : in(mixin).stream())
                .findFirst();
    }

    private String help() {
        return "%s (default: what -o FILE ends in: %s; else text)."
                .formatted(listed(" or "), endings());
    }

    /// `.json, .html`.
    private String endings() {
        return formats.stream()
                .flatMap(f -> f.endings.stream().limit(1))
                .collect(Collectors.joining(", "));
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
