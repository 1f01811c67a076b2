package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever is named where a command wants a file: it ends, with one line that says why.
@Timeout(120)
class NamedFilesTest {
    @TempDir Path directory;

    @BeforeEach
    void intent() throws Exception {
        Files.writeString(
                directory.resolve("cluster.yaml"),
                """
                cluster: a
                switches: {leaf1: {system: sonic, address: 10.1.9.1, ports: {Ethernet0: {speed: 100G}}}}
                lossless: {priority: 3, dscp: 26}
                hosts: {h1: {address: 127.0.0.1}}
                """);
    }

    private TestConsole console() {
        return TestConsole.in(
                directory, Map.of("XDG_DATA_HOME", directory.resolve("data").toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "check -c @",
                "plan -c @",
                "apply -c @ --yes",
                "rollback -c @ --list",
                "collect -c @ -o b.bundle",
                "bench ping -c @",
                "design lossless -c @",
                "design lossless leaf1 --commands --running @",
                "apply @ --yes",
                "compare @ @",
                "report @",
                "report --findings @",
                "report --store @ --list",
                "check --bundle @",
                "init --from-ansible @",
                "init --from-hostfile @",
                "init --from-sinfo @",
                "diagnose @"
            })
    void aDeviceOrADirectoryIsRefusedInOneLine(String command) {
        for (String named : List.of("/dev/zero", directory.toString())) {
            if (command.equals("diagnose @") && !named.startsWith("/dev")) {
                continue; // reads all that is in it
            }
            TestConsole at = console();
            int code = at.run(command.replace("@", named).split(" "));
            assertThat(code).as("%s: %s", command, at.err()).isEqualTo(Exit.USAGE);
            assertThat(at.err().strip())
                    .as(command)
                    .startsWith("railhead: ")
                    .contains(named)
                    .containsAnyOf("device", "directory", "not a file", "regular file", "no run")
                    .doesNotContain("unexpected", "\n");
        }
    }

    @Test
    void aFileThatIsTooLargeIsRefusedWithTheBound() throws Exception {
        Path large = directory.resolve("large.yaml");
        try (var file = new java.io.RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((16L << 20) + 1);
        }
        TestConsole at = console();
        assertThat(at.run("plan", "-c", large.toString())).isEqualTo(Exit.USAGE);
        assertThat(at.err()).contains("larger than 16 MiB, the most that is read");
    }

    @Test
    void diagnoseSaysWhatPipeItWaitsForAndThenReadsIt() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        TestConsole at = console();
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(() -> at.run("diagnose", pipe.toString()));
        while (!at.err().contains("waiting for " + pipe + ", a pipe: nothing has come yet")) {
            assertThat(code).isNotDone();
            Thread.sleep(20);
        }
        Files.writeString(
                pipe, "[ 9.1] NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.\n");
        assertThat(code.get(60, TimeUnit.SECONDS)).as(at.err()).isNotEqualTo(Exit.USAGE);
        assertThat(at.out()).contains("xid-79-fallen-off-bus");
    }

    @Test
    void anIntentFromAPipeIsReadOnce() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "needs mkfifo");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        TestConsole at = console();
        String intent = Files.readString(directory.resolve("cluster.yaml"));
        CompletableFuture<Integer> code =
                CompletableFuture.supplyAsync(
                        () -> at.run("collect", "-c", pipe.toString(), "-o", "b.bundle"));
        Files.writeString(pipe, intent.replace("127.0.0.1}", "127.0.0.1, login: {port: 1}}"));
        assertThat(code.get(60, TimeUnit.SECONDS)).as(at.err()).isEqualTo(Exit.UNREACHABLE);
    }
}
