package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `diagnose` as a process of its own whose input does not end by itself.
class DiagnoseStoppedTest {
    private static final String FAULT =
            "[ 9.1] NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.\n";

    @TempDir Path directory;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void endsWhatWasStarted() {
        started.forEach(Process::destroyForcibly);
    }

    private Process diagnose(String... paths) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("diagnose"));
        arguments.addAll(List.of(paths));
        Process process = RailheadProcess.of(directory, arguments.toArray(String[]::new)).start();
        started.add(process);
        return process;
    }

    private String said(String file) throws IOException {
        return Files.readString(directory.resolve(file)).replaceAll("\\s+", " ");
    }

    /// Waits until it has said something on standard error.
    private void awaits(Process process, String words) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!said("err").contains(words)) {
            assertThat(process.isAlive() && System.nanoTime() < end)
                    .as(said("err") + said("out"))
                    .isTrue();
            Thread.sleep(20);
        }
    }

    private void ended(Process process) throws Exception {
        RailheadProcess.interrupt(process);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said("err")).isEqualTo(130);
        assertThat(said("err")).contains("stopping; what was found so far is told");
    }

    @Test
    void aPipeThatIsSilentIsWaitedForAndEndedByHandWithWhatCame() throws Exception {
        Process process = diagnose("-");
        OutputStream in = process.getOutputStream();
        in.write(FAULT.getBytes(StandardCharsets.UTF_8));
        in.flush();
        awaits(
                process,
                "reading standard input: 67 B so far; Ctrl-C ends reading and tells what was found"
                        + " so far");
        ended(process);
        assertThat(said("out"))
                .contains(
                        "xid-79-fallen-off-bus",
                        "standard input: was read in part: Ctrl-C ended reading");
    }

    @Test
    void whatNeverEndsIsReadUntilItIsEndedByHand() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/yes")), "needs yes");
        Process process = diagnose("-");
        Process yes = new ProcessBuilder("yes", FAULT.strip()).start();
        started.add(yes);
        Thread pump =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try (OutputStream in = process.getOutputStream()) {
                                        yes.getInputStream().transferTo(in);
                                    } catch (IOException e) {
                                        // It has read enough.
                                    }
                                });
        awaits(process, "iB so far; Ctrl-C ends reading");
        ended(process);
        pump.join();
        assertThat(said("out"))
                .contains(
                        "xid-79-fallen-off-bus",
                        "standard input: was read in part: Ctrl-C ended reading");
    }

    @Test
    void aNamedPipeAndAllAfterItAreEndedByHandAndWhatStoodBeforeIsTold() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        Files.writeString(directory.resolve("a.log"), FAULT);
        Files.writeString(directory.resolve("b.log"), FAULT);
        Process process = diagnose("a.log", "pipe", "b.log");
        try (OutputStream writer = Files.newOutputStream(pipe)) {
            writer.write("INFO step 1\n".getBytes(StandardCharsets.UTF_8));
            writer.flush();
            awaits(process, "a pipe: 12 B so far");
            ended(process);
        }
        assertThat(said("out"))
                .contains(
                        "a.log:1",
                        "pipe: was read in part: Ctrl-C ended reading",
                        "b.log: was not read: Ctrl-C ended reading before it");
    }
}
