package io.railhead.lab;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The machine that the tests run on, looked at from outside of any lab.
final class Machine {
    private Machine() {}

    /// Skips the test, with the reason, where no lab can be raised.
    static void assumeReady() {
        Readiness readiness = new Lab(Places.DEFAULT).ready();
        assumeTrue(readiness instanceof Readiness.Ready, () -> "no lab here: " + readiness);
    }

    record Ran(int status, String out) {}

    static Ran run(List<String> command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String out =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ran(process.waitFor(), out);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Runs a shell command on a lab host, over SSH.
    static Ran on(LabInfo lab, String host, String command) {
        return run(Lab.sshCommand(lab, lab.host(host).orElseThrow(), List.of(command), false));
    }

    /// Mounts of the machine's own namespace that have to do with a lab in this directory.
    static List<String> mountsOf(Path directory) throws IOException {
        return Files.readString(Path.of("/proc/self/mountinfo"))
                .lines()
                .filter(l -> l.contains(directory.toString()))
                .toList();
    }

    /// Links of the machine's own network namespace with a lab's hardware addresses or bridges.
    static List<String> links() {
        return run(List.of("ip", "-o", "link"))
                .out()
                .lines()
                .filter(l -> l.contains("02:72:6c:") || l.contains("br-rail0"))
                .toList();
    }

    /// Names below `/run/netns` that are this namespace.
    static List<Path> namesOf(Object namespaceInode) throws IOException {
        Path names = Path.of("/run/netns");
        if (!Files.isDirectory(names)) {
            return List.of();
        }
        List<Path> same = new ArrayList<>();
        try (Stream<Path> all = Files.list(names)) {
            for (Path name : all.toList()) {
                if (Files.exists(name)
                        && Files.getAttribute(name, "unix:ino").equals(namespaceInode)) {
                    same.add(name);
                }
            }
        }
        return same;
    }

    /// Everything below a directory; nothing when it is not there.
    static List<Path> filesIn(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(f -> !f.equals(directory)).toList();
        }
    }
}
