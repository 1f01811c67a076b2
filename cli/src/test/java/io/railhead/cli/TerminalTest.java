package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.cli.changes.PlanText;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program as a process: what reaches the terminal, and what is said when output is lost.
class TerminalTest {
    /// Clears the screen, sets the window's title, turns text about, and looks like a new line.
    private static final String HOSTILE = "\u001b[2J\u001b]0;pwn\u0007\u202E\u009b31m\r";

    private static final String LOG =
            "h1:1:2 [0] misc/shmutils.cc:88 NCCL WARN Error: failed to extend /dev/shm/nccl-x"
                    + " to 9637892 bytes, error: No space left on device (28) "
                    + HOSTILE
                    + "\n";

    @TempDir private Path directory;

    private record Ended(int status, String out, String err) {}

    private Ended run(Optional<File> to, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new java.util.ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Railhead.class.getName()));
        command.addAll(List.of(arguments));
        Path err = directory.resolve("stderr");
        ProcessBuilder builder =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectError(err.toFile());
        builder.environment().putAll(Map.of("RAILHEAD_TTY_OUT", "1", "TERM", "xterm"));
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().remove("NO_COLOR");
        to.ifPresent(builder::redirectOutput);
        Process process = builder.start();
        process.getOutputStream().close();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out, Files.readString(err));
    }

    /// Nothing that a terminal obeys but our own colours.
    private static void assertHarmless(String text) {
        String without = text.replaceAll("\u001b\\[[0-9;]*m", "");
        assertThat(without.codePoints())
                .allMatch(c -> c == '\n' || c == '\t' || io.railhead.model.Visible.isPlain(c));
    }

    @Test
    void aPastedLogCannotSteerTheTerminal() throws Exception {
        Files.writeString(directory.resolve("a" + HOSTILE.replace("\r", "") + ".log"), LOG);
        for (String format : List.of("text", "json", "html")) {
            Ended ended = run(Optional.empty(), "diagnose", "-v", "--format", format, ".");
            assertThat(ended.status()).isEqualTo(Exit.FINDINGS);
            assertHarmless(ended.out());
            assertThat(ended.out()).contains("dev-shm-too-small");
            assertThat(ended.out().contains("\u001b[")).isEqualTo(format.equals("text"));
        }
    }

    @Test
    void aWrongArgumentCannotSteerTheTerminal() throws Exception {
        assertHarmless(run(Optional.empty(), "diagnose", HOSTILE).err());
        assertHarmless(run(Optional.empty(), "--x" + HOSTILE).err());
    }

    @Test
    void outputThatAFullDiskLosesIsAFailure() throws Exception {
        File full = new File("/dev/full");
        assumeTrue(full.exists(), "needs /dev/full");
        for (String[] command :
                new String[][] {
                    {"explain"}, {"explain", "mtu-mismatch", "--format", "json"}, {"--help"}
                }) {
            Ended ended = run(Optional.of(full), command);
            assertThat(ended.status()).isEqualTo(Exit.FINDINGS);
            assertThat(ended.err())
                    .isEqualTo("railhead: the result was not written: No space left on device\n");
        }
    }

    @Test
    void aPlanShowsWhatHostsHoldAndObeysNone() {
        TestConsole console = TestConsole.create();
        Change change =
                new Change(
                        "gpu" + HOSTILE,
                        "file:/etc/x" + HOSTILE,
                        "was " + HOSTILE + "\nb\n",
                        "is " + HOSTILE + "\nb\n",
                        Risk.LOW,
                        "why " + HOSTILE,
                        Set.of(),
                        List.of());
        Plan plan =
                new Plan(
                        "0",
                        Instant.EPOCH,
                        "lab" + HOSTILE,
                        "cluster.yaml",
                        "",
                        List.of("gpu" + HOSTILE),
                        List.of(new PlannedChange(change, false, "", "")),
                        List.of(new Obstacle("g" + HOSTILE, "x", HOSTILE, HOSTILE)),
                        new LinkedHashMap<>(Map.of("h" + HOSTILE, HOSTILE)),
                        new LinkedHashMap<>());
        console.console().out().print(new PlanText(console.console(), true).of(plan));
        assertHarmless(console.out());
        assertThat(console.out()).contains("-was \\x1b[2J\\x1b]0;pwn\\x07<U+202E>\\x9b31m\\x0d");
        assertThat(console.out()).doesNotContain("\u001b");
    }
}
