package io.railhead.cli;

import io.railhead.reach.NamedFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The terminal and the environment, as an argument.
///
/// @param outTerminal true when standard output is a terminal
/// @param errTerminal true when standard error is a terminal
/// @param inTerminal true when questions can be asked
/// @param directory the working directory
public record Console(
        PrintStream out,
        PrintStream err,
        InputStream in,
        boolean outTerminal,
        boolean errTerminal,
        boolean inTerminal,
        Map<String, String> environment,
        Path directory) {

    /// The console of this process. Standard output and error are UTF-8 whatever the locale, and
    /// show by [Screen] what comes from outside.
    static Console ofProcess(ResultStream result) {
        Map<String, String> env = System.getenv();
        boolean terminal = System.console() != null && System.console().isTerminal();
        // The launcher tells which descriptors are terminals; the JVM only knows of all at once.
        boolean out = flag(env, "RAILHEAD_TTY_OUT", terminal);
        boolean err = flag(env, "RAILHEAD_TTY_ERR", terminal);
        boolean in = flag(env, "RAILHEAD_TTY_IN", terminal);
        return new Console(
                Screen.over(new java.io.BufferedOutputStream(result, 1 << 16), false),
                Screen.over(new java.io.FileOutputStream(java.io.FileDescriptor.err), true),
                // Who closes a channel wakes those that wait in it, which System.in lets wait.
                Channels.newInputStream(
                        new java.io.FileInputStream(java.io.FileDescriptor.in).getChannel()),
                out,
                err,
                in,
                env,
                Path.of("").toAbsolutePath());
    }

    private static boolean flag(Map<String, String> env, String name, boolean otherwise) {
        String value = env.get(name);
        return value == null ? otherwise : value.equals("1");
    }

    /// Whether to use colour on standard output: a terminal, and neither `NO_COLOR` nor a dumb one.
    public boolean colour() {
        return outTerminal
                && environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
    }

    /// Columns of the terminal, 80 when unknown.
    public int width() {
        try {
            int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", "80"));
            return Math.clamp(columns, 40, 240);
        } catch (NumberFormatException e) {
            return 80;
        }
    }

    /// Asks a yes/no question on standard error; anything but `y` or `yes` is no, and so is a
    /// standard input that is no terminal.
    public boolean confirm(String question) {
        if (!inTerminal) {
            return false;
        }
        err.print(question + " [y/N] ");
        err.flush();
        try {
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            String answer = Optional.ofNullable(reader.readLine()).orElse("");
            answer = answer.strip().toLowerCase(Locale.ROOT);
            return answer.equals("y") || answer.equals("yes");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The text of a file that the user named. A pipe that keeps it waiting is told on standard
    /// error.
    ///
    /// @param most bytes, such as [NamedFile#BY_HAND]
    /// @throws UserError when it cannot be read, is larger, or is not UTF-8
    public String read(Path file, int most) {
        try {
            return NamedFile.text(file, most, this::waiting);
        } catch (IOException e) {
            throw new UserError("cannot read " + file + ": " + Messages.of(e));
        }
    }

    /// Says something on standard error, broken into lines of the terminal's width; what goes on
    /// stands two blanks in. Lines that point into a file (`file:3:7: …`) stay whole, since
    /// editors read them.
    void say(String words) {
        for (String line : words.split("\n", -1)) {
            if (line.length() <= width()
                    || Character.isWhitespace(line.charAt(0))
                    || line.matches("\\S+:\\d+:\\d+: .*")) {
                err.println(line);
            } else {
                err.print(Wrap.labelled("", line, 0, width(), 2));
            }
        }
        err.flush();
    }

    /// Says what is waited for.
    void waiting(String words) {
        err.println("railhead: " + words);
        err.flush();
    }

    /// A path given by the user, against the working directory, with a leading `~` expanded.
    public Path path(String text) {
        String home = environment.getOrDefault("HOME", "");
        if (text.equals("~") && !home.isEmpty()) {
            return Path.of(home);
        }
        if (text.startsWith("~/") && !home.isEmpty()) {
            return Path.of(home, text.substring(2));
        }
        try {
            return directory.resolve(text);
        } catch (InvalidPathException e) {
            throw new UserError(
                    "the file name "
                            + text
                            + " cannot be written in this locale; set LC_ALL=C.UTF-8 and try again");
        }
    }
}
