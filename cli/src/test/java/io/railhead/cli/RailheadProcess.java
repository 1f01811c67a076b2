package io.railhead.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The program as a process of its own, for what signals and pipes do to it.
final class RailheadProcess {
    private RailheadProcess() {}

    /// What it prints goes to the files `out` and `err` in a directory, which is its home.
    static ProcessBuilder of(Path directory, String... arguments) {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                // What runs in the background may have been told to ignore it.
                                "env",
                                "--default-signal=INT",
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                "io.railhead.cli.Railhead"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.directory(directory.toFile());
        builder.environment().put("HOME", directory.toString());
        builder.redirectOutput(directory.resolve("out").toFile());
        builder.redirectError(directory.resolve("err").toFile());
        return builder;
    }

    static void interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }
}
