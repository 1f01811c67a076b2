package io.railhead.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;

/// A console in memory, for running commands in tests; what is printed goes by [Screen] as it does
/// in the program.
record TestConsole(
        Console console, ByteArrayOutputStream outBytes, ByteArrayOutputStream errBytes) {

    private static final Pattern WRAPPED = Pattern.compile("(?<=\\S)\\R {2}(?=\\S)");

    static TestConsole create() {
        return in(Path.of("").toAbsolutePath(), Map.of());
    }

    static TestConsole in(Path directory, Map<String, String> environment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        return new TestConsole(
                new Console(
                        Screen.over(out, true),
                        Screen.over(err, true),
                        new ByteArrayInputStream(new byte[0]),
                        false,
                        false,
                        false,
                        environment,
                        directory),
                out,
                err);
    }

    /// Runs a command and gives its exit status.
    int run(String... arguments) {
        return Railhead.commandLine(console).execute(arguments);
    }

    String out() {
        return outBytes.toString(StandardCharsets.UTF_8);
    }

    /// What was said on standard error, with what [Console#say] broke made whole again.
    String err() {
        return WRAPPED.matcher(errLines()).replaceAll(" ");
    }

    /// The same as it stands on the terminal.
    String errLines() {
        return errBytes.toString(StandardCharsets.UTF_8);
    }
}
