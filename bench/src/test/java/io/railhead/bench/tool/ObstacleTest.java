package io.railhead.bench.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.DiskSettings;
import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Settings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What stands in the way of a benchmark, as a shell on a host says it.
class ObstacleTest {
    @TempDir Path folder;

    private static String said(String script) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", script).start();
        shell.getOutputStream().close();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        return out.strip();
    }

    private static String disk(Path directory, long bytes)
            throws IOException, InterruptedException {
        Settings settings =
                Settings.DEFAULT.withDisk(new DiskSettings(directory.toString(), bytes));
        return said(new DiskFio().obstacle(settings).orElseThrow());
    }

    @Test
    void aDirectoryThatDisksCannotBeMeasuredInIsRefusedBeforeAnyTest() throws Exception {
        assertThat(disk(folder, 1 << 24)).isEmpty();
        assertThat(disk(folder.resolve("nosuch"), 1 << 24))
                .isEqualTo("there is no directory " + folder.resolve("nosuch"));
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThat(disk(file, 1 << 24)).isEqualTo(file + " is no directory");
        assertThat(disk(folder, 1L << 60))
                .matches(
                        "\\Q"
                                + folder
                                + "\\E has \\d+ MiB free, and the file is to have 1099511627776"
                                + " MiB");
    }

    @Test
    void collectivesAreRefusedOnceWhereNoProgramOfThemIs() throws Exception {
        Settings without =
                Settings.DEFAULT.withNccl(
                        new NcclSettings(
                                folder.resolve("built").toString(),
                                List.of("broadcast", "all_reduce"),
                                List.of("auto"),
                                OptionalInt.empty(),
                                1 << 20,
                                new NcclLaunch.EachHost()));
        NcclCollectives nccl = new NcclCollectives();
        assertThat(said(nccl.obstacle(without).orElseThrow())).contains("nccl-tests");
        Path program = Files.createDirectory(folder.resolve("built")).resolve("all_reduce_perf");
        Files.writeString(program, "#!/bin/sh\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(said(nccl.obstacle(without).orElseThrow())).isEmpty();
    }
}
