package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// What NCCL printed during `bench nccl` is diagnosed: a stand-in program prints recorded logs.
class BenchNcclLogTest {
    private static final String TABLE =
            """
            # nThread 1 nGpus 1 minBytes 8 maxBytes 67108864 step: 2(factor) warmup iters: 1
            #  Rank  0 Group  0 Pid   1844 on     gpu1 device  0 [0000:06:00] NVIDIA H200
            #  Rank  1 Group  0 Pid   1855 on     gpu2 device  0 [0000:07:00] NVIDIA H200
            %s
            #       size         count      type   redop    root     time   algbw   busbw #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)
                67108864      16777216     float     sum      -1   150000    0.45    0.45      0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0.45
            """;

    private static final String FORCED =
            """
            gpu1:1844:1844 [0] NCCL INFO Bootstrap : Using eth0:10.25.3.3<0>
            gpu1:1844:1756 [0] NCCL INFO NCCL_NET set by environment to Socket.
            gpu1:1844:1756 [0] NCCL INFO NET/Socket : Using [0]eth0:10.25.3.3<0>
            gpu1:1844:1756 [0] NCCL INFO Using network Socket
            gpu1:1844:1756 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/Socket/0""";

    private static final String WELL =
            """
            gpu1:1844:1844 [0] NCCL INFO Bootstrap : Using eth0:10.25.3.3<0>
            gpu1:1844:1756 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eth0:10.25.3.3<0>
            gpu1:1844:1756 [0] NCCL INFO Using network IB
            gpu1:1844:1756 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/IB/0""";

    @TempDir Path folder;

    @BeforeEach
    void theProgramThatPrints() throws IOException {
        printing(FORCED, 0);
    }

    private void printing(String log, int status) throws IOException {
        Files.writeString(
                folder.resolve("recorded.txt"), status == 0 ? TABLE.formatted(log) : log + "\n");
        Path program = folder.resolve("all_reduce_perf");
        Files.writeString(program, "#!/bin/sh\ncat " + folder + "/recorded.txt\nexit " + status);
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    private TestConsole bench(String... more) {
        TestConsole terminal = TestConsole.in(folder, Map.of("HOME", folder.toString()));
        String[] arguments = new String[8 + more.length];
        String[] usual = {
            "bench",
            "nccl",
            "--local",
            "--no-store",
            "--collectives",
            "all_reduce",
            "--nccl-tests",
            folder.toString()
        };
        System.arraycopy(usual, 0, arguments, 0, usual.length);
        System.arraycopy(more, 0, arguments, usual.length, more.length);
        int _ = terminal.run(arguments);
        return terminal;
    }

    @Test
    void whatKeptNcclFromRdmaIsToldUnderTheResult() {
        TestConsole terminal = bench();
        assertThat(terminal.out())
                .as(terminal.err())
                .contains("by NET/Socket", "What NCCL's log says", "nccl-forced-socket")
                .containsPattern("> output of all_reduce on localhost:\\d+ +gpu1")
                .containsPattern("NCCL_NET\\s+set by environment to Socket")
                .contains(
                        "    why: A setting left over",
                        "\n           unset NCCL_NET NCCL_IB_DISABLE\n");
        assertThat(terminal.out().lines()).allMatch(l -> l.length() <= 80);
    }

    @Test
    void theSameStandsInTheJson() {
        JsonNode run = JsonMapper.shared().readTree(bench("--format", "json").out());
        JsonNode finding = run.path("findings").path(0);
        assertThat(finding.path("code").asString()).isEqualTo("nccl-forced-socket");
        assertThat(finding.path("evidence").path(0).path("text").asString())
                .contains("NCCL_NET set by environment to Socket");
        assertThat(run.path("measurements").path(0).path("conditions").path("transport").asString())
                .isEqualTo("NET/Socket");
    }

    @Test
    void aLogWithoutFaultIsSaidToHaveNone() throws IOException {
        printing(WELL, 0);
        assertThat(bench().out())
                .doesNotContain("What NCCL's log says")
                .containsPattern("NCCL's log was diagnosed: nothing in it points to\\s+a fault");
    }

    /// The benchmark itself forbids the faster ways there: that is no finding.
    @Test
    void whatTheBenchmarkForbidsIsNoFault() {
        assertThat(bench("--transports", "socket").out())
                .contains("by NET/Socket")
                .doesNotContain("nccl-forced-socket");
    }

    @Test
    void theLogOfAJobThatDiedTellsWhy() throws IOException {
        printing(
                """
                gpu1:1960:1960 [0] NCCL INFO NCCL_SOCKET_IFNAME set by environment to eth9
                gpu1:1960:1960 [0] bootstrap.cc:114 NCCL WARN Bootstrap : no socket interface found
                gpu1: Test NCCL failure common.cu:1005 'internal error'""",
                3);
        assertThat(bench().out())
                .contains("Not measured", "What NCCL's log says")
                .contains("nccl-socket-ifname-not-found");
    }
}
