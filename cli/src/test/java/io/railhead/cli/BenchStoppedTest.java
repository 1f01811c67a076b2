package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.railhead.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program as a process of its own, ended by signals while it measures this machine.
class BenchStoppedTest {
    @TempDir Path directory;

    private Process ping() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/ping")), "ping is not installed");
        ProcessBuilder builder =
                RailheadProcess.of(
                        directory,
                        "bench",
                        "ping",
                        "--local",
                        "--time",
                        "1",
                        "--repeat",
                        "300",
                        "--store",
                        "runs.db");
        Process process = builder.start();
        // A second run has begun, so that the first one has given something.
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        long first = 0;
        while (System.nanoTime() < end) {
            long now =
                    process.descendants()
                            .filter(p -> p.info().command().orElse("").endsWith("ping"))
                            .mapToLong(ProcessHandle::pid)
                            .findFirst()
                            .orElse(0);
            if (first != 0 && now != 0 && now != first) {
                return process;
            }
            first = first == 0 ? now : first;
            Thread.sleep(20);
        }
        throw new AssertionError(Files.readString(directory.resolve("err")));
    }

    @Test
    void whatWasMeasuredIsShownAndKeptAndNothingRunsOn() throws Exception {
        Process process = ping();
        List<ProcessHandle> started = process.descendants().toList();
        RailheadProcess.interrupt(process);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String err = Files.readString(directory.resolve("err"));
        assertThat(process.exitValue()).as(err).isEqualTo(130);
        assertThat(err).contains("stopping", "kept as ");
        assertThat(Files.readString(directory.resolve("out")))
                .contains("ping", "The run was stopped before its end");
        // The last of them may have ended and wait to be reaped.
        for (ProcessHandle one : started) {
            one.onExit().get(20, TimeUnit.SECONDS);
        }
        try (Store store = Store.open(directory.resolve("runs.db"))) {
            var run = store.find("last").orElseThrow();
            assertThat(run.measurements()).isNotEmpty();
            assertThat(run.failures()).isEmpty();
            assertThat(run.notes()).contains("The run was stopped before its end");
        }
    }
}
