package io.railhead.lab;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Packages of Debian and Ubuntu, and how to install them. Nothing is installed without being
/// asked.
public final class Packages {
    private static final Path APT_GET = Path.of("/usr/bin/apt-get");

    private Packages() {}

    /// The command a person would type; empty list of words where the system has no apt-get.
    public static List<String> command(List<String> packages) {
        if (!Files.isExecutable(APT_GET)) {
            return List.of();
        }
        List<String> words = new ArrayList<>(List.of("apt-get", "install", "-y"));
        words.addAll(packages);
        return words;
    }

    /// Installs them, with apt-get's own output on standard error. Needs root.
    ///
    /// @return true when all are installed
    public static boolean install(List<String> packages) throws IOException, InterruptedException {
        List<String> words = command(packages);
        if (words.isEmpty()) {
            return false;
        }
        ProcessBuilder builder = new ProcessBuilder(words);
        builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
        // Results go to standard output; apt-get's talk is none.
        builder.redirectOutput(Path.of("/dev/stderr").toFile());
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        return builder.start().waitFor() == 0;
    }
}
