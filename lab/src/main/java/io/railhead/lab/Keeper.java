package io.railhead.lab;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/// The running `keeper.sh` of a lab that is being raised. Closing it before [#settle] ends the lab.
final class Keeper implements AutoCloseable {
    private static final int LOG_SHOWN = 1500;

    private final Path state;
    private final Process process;
    private final OutputStream words;
    private final long pid;

    private Keeper(Path state, Process process, OutputStream words, long pid) {
        this.state = state;
        this.process = process;
        this.words = words;
        this.pid = pid;
    }

    /// @param mark see [Processes#mark]
    /// @param group name of the lab's control group
    static Keeper start(Path state, String mark, String group, Duration limit)
            throws IOException, LabFailure {
        ProcessBuilder builder =
                new ProcessBuilder(
                        "setsid",
                        "unshare",
                        "--net",
                        "--mount",
                        "--pid",
                        "--fork",
                        "/bin/sh",
                        state.resolve("keeper.sh").toString(),
                        state.toString());
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.put("PATH", Prerequisites.PATH);
        environment.put("LANG", "C.UTF-8");
        environment.put("UNSHARE", String.join(" ", Prerequisites.hostNamespaces()));
        environment.put("CAPABILITIES", Capabilities.boundingSet());
        environment.put("BOOTED_KEEP", Capabilities.nspawn(true));
        environment.put("BOOTED_DROP", Capabilities.nspawn(false));
        environment.put("GROUP", group);
        int equals = mark.indexOf('=');
        environment.put(mark.substring(0, equals), mark.substring(equals + 1));
        builder.directory(Path.of("/").toFile());
        builder.redirectErrorStream(true);
        builder.redirectOutput(state.resolve("keeper.log").toFile());
        Process process = builder.start();

        Path number = state.resolve("keeper.pid");
        long deadline = System.nanoTime() + limit.toNanos();
        await(() -> Files.exists(number) || !process.isAlive(), deadline);
        if (!Files.exists(number)) {
            process.destroyForcibly();
            throw new LabFailure("the lab's first process did not start: " + log(state));
        }
        long pid = Long.parseLong(Files.readString(number).strip());
        return new Keeper(state, process, process.getOutputStream(), pid);
    }

    long pid() {
        return pid;
    }

    /// The lab's directory in the keeper's mount namespace, where the layers are mounted.
    Path seen() {
        return seen(pid, state);
    }

    static Path seen(long pid, Path state) {
        return Path.of("/proc", String.valueOf(pid), "root")
                .resolve(Path.of("/").relativize(state.toAbsolutePath()));
    }

    void startHost(String name) throws IOException {
        say(name);
    }

    void bootHost(String name) throws IOException {
        say("boot " + name);
    }

    void startVirtual(String name) throws IOException {
        say("virtual " + name);
    }

    /// Connects the far ends of all links to the bridges.
    void connectPorts(Duration limit) throws IOException, LabFailure {
        say("ports");
        Path done = state.resolve("ports.done");
        await(() -> Files.exists(done) || failed(), System.nanoTime() + limit.toNanos());
        if (!Files.exists(done)) {
            throw new LabFailure("the links could not be connected: " + log(state));
        }
    }

    /// The lab stands by itself from here on.
    void settle() throws IOException {
        say("done");
        words.close();
        // Only the waiting parent of the keeper, a process of no further use.
        process.destroyForcibly();
    }

    private void say(String word) throws IOException {
        words.write((word + "\n").getBytes(StandardCharsets.US_ASCII));
        words.flush();
    }

    boolean failed() {
        return !process.isAlive() || Files.exists(state.resolve("keeper.failed"));
    }

    String log() {
        return log(state);
    }

    private static String log(Path state) {
        return tail(state.resolve("keeper.log"));
    }

    /// The end of a log, on one line.
    static String tail(Path file) {
        try {
            String text = Files.readString(file).strip();
            List<String> lines = new ArrayList<>(text.lines().map(String::strip).toList());
            lines.removeIf(String::isEmpty);
            String joined = String.join("; ", lines);
            return joined.isEmpty()
                    ? "it printed nothing"
                    : joined.substring(Math.max(0, joined.length() - LOG_SHOWN));
        } catch (IOException e) {
            return "no log: " + e.getMessage();
        }
    }

    /// The last line of a log that says anything; empty when there is none.
    static String lastLine(Path file) {
        try {
            return Files.readString(file)
                    .lines()
                    .map(String::strip)
                    .filter(l -> !l.isEmpty())
                    .reduce("", (a, b) -> b);
        } catch (IOException e) {
            return "";
        }
    }

    static boolean await(BooleanSupplier condition, long deadlineNanos) {
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadlineNanos || Thread.currentThread().isInterrupted()) {
                return false;
            }
            Processes.pause();
        }
        return true;
    }

    @Override
    public void close() {
        try {
            words.close();
        } catch (IOException e) {
            // It has gone already.
        }
    }
}
