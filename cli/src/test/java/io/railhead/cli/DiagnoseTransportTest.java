package io.railhead.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/// A fault of the way between ranks comes before those who waited for it, and explains them.
class DiagnoseTransportTest {
    private static final String TIMED_OUT =
            "[rank3]:[E0412 09:31:07.204118 ProcessGroupNCCL.cpp:616] [Rank 3] Watchdog caught"
                    + " collective operation timeout: WorkNCCL(SeqNum=841, OpType=ALLREDUCE,"
                    + " NumelIn=1048576, NumelOut=1048576, Timeout(ms)=300000) ran for 300012"
                    + " milliseconds before timing out.\n";

    private static final String NO_ANSWER =
            "n3:811:902 [3] transport/net_ib.cc:1295 NCCL WARN NET/IB: Got completion from peer"
                    + " 10.3.0.9<40112> with status=12 opcode=0 len=0 vendor err 129 (Recv)"
                    + " localGid ::ffff:10.31.0.3 remoteGids ::ffff:10.31.0.9 hca mlx5_3\n";

    private static final String REMOTE =
            "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1333, remote"
                    + " process exited or there was a network error, NCCL version 2.20.5\n";

    @TempDir private Path directory;

    private JsonNode diagnosed(String text) throws IOException {
        Files.writeString(directory.resolve("a.txt"), text);
        TestConsole terminal = TestConsole.in(directory, Map.of());
        assertThat(terminal.run("diagnose", "--format", "json", "a.txt")).isEqualTo(Exit.FINDINGS);
        return new ObjectMapper().readTree(terminal.out()).path("findings");
    }

    private static List<String> roots(JsonNode findings) {
        List<String> explained = new ArrayList<>();
        List<String> codes = new ArrayList<>();
        for (JsonNode f : findings.values()) {
            f.path("explains").values().forEach(c -> explained.add(c.asString()));
            codes.add(f.path("code").asString());
        }
        codes.removeAll(explained);
        return codes;
    }

    @Test
    void aTransferThatFailedExplainsTheCollectiveThatTimedOut() throws IOException {
        for (String text : List.of(NO_ANSWER + TIMED_OUT, TIMED_OUT + NO_ANSWER)) {
            JsonNode findings = diagnosed(text);
            assertThat(roots(findings)).containsExactly("rdma-retry-exceeded");
            assertThat(findings.path(1).path("code").asString())
                    .isEqualTo("collective-desync-straggler");
            assertThat(findings.toString()).doesNotContain("not at fault", "never came");
        }
    }

    @Test
    void everyFaultOfTheWayExplainsTheCollectiveThatTimedOut() throws IOException {
        List<String> faults =
                List.of(
                        NO_ANSWER.replace("status=12", "status=13").replace("129", "135"),
                        NO_ANSWER.replace("status=12", "status=10").replace("129", "136"),
                        "n3:811:902 [3] include/socket.h:403 NCCL WARN Connect to"
                                + " 10.44.2.9<41231> failed : Connection refused\n",
                        "n3:811:902 [3] include/socket.h:403 NCCL WARN Connect to"
                                + " 10.44.2.9<41231> failed : No route to host\n");
        for (String fault : faults) {
            assertThat(roots(diagnosed(fault + TIMED_OUT)))
                    .as(fault)
                    .hasSize(1)
                    .doesNotContain("collective-desync-straggler");
        }
    }

    @Test
    void aCollectiveThatTimedOutWithNothingBesideItStandsByItself() throws IOException {
        assertThat(roots(diagnosed(TIMED_OUT))).containsExactly("collective-desync-straggler");
    }

    @Test
    void aConnectionThatFailedExplainsThatTheOtherSideIsSaidToBeGone() throws IOException {
        JsonNode findings =
                diagnosed(
                        "n3:811:902 [3] include/socket.h:403 NCCL WARN Connect to"
                                + " 10.44.2.9<41231> failed : No route to host\n"
                                + REMOTE);
        assertThat(roots(findings)).containsExactly("firewall-blocks-ports");
        assertThat(findings.toString()).contains("remote-rank-crashed");
    }

    @Test
    void anErrorThatNoFindingExplainsIsListedBesideTheFindings() throws IOException {
        String dmesg =
                "[Tue Mar  3 11:02:40 2026] mlx5_core 0000:3b:00.0: mlx5_pcie_event:301:(pid 9):"
                        + " Detected insufficient power on the PCIe slot (27W).\n"
                        + "[Tue Mar  3 11:02:41 2026] infiniband mlx5_2: create_qp:3197:(pid 91):"
                        + " Create QP type 2 failed\n"
                        + "[Tue Mar  3 11:02:42 2026] DMAR: [DMA Write] Request device [3b:00.0]"
                        + " fault addr 7ff00000 [fault reason 05] PTE Write access is not set\n";
        JsonNode findings = diagnosed(dmesg);
        JsonNode last = findings.path(findings.size() - 1);
        assertThat(last.path("code").asString()).isEqualTo("error-unexplained");
        assertThat(last.path("evidence").toString())
                .contains("Create QP type 2 failed", "DMA Write");
        JsonNode tools =
                diagnosed(
                        "n1:~$ iperf3 -c 10.7.0.2\n"
                                + "iperf3: error - unable to connect to server: Connection refused\n"
                                + "n1:~$ ping -M do -s 8972 -c 2 10.7.0.2\n"
                                + "PING 10.7.0.2 (10.7.0.2) 8972(9000) bytes of data.\n"
                                + "ping: local error: message too long, mtu=1500\n");
        assertThat(tools.path(0).path("code").asString()).isEqualTo("mtu-mismatch");
        assertThat(tools.path(1).path("evidence").toString()).contains("iperf3: error");
    }

    @Test
    void aNumberOfRanksThatNothingTellsIsNoZero() throws IOException {
        Files.writeString(
                directory.resolve("b.txt"),
                """
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                   268435456      67108864     float     sum      -1   104530    2.57    4.82      0   103970    2.58    4.84      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 4.83
                """);
        TestConsole terminal = TestConsole.in(directory, Map.of());
        terminal.run("diagnose", "b.txt");
        assertThat(terminal.out().replaceAll("\\s+", " "))
                .contains("number of ranks not known")
                .doesNotContain("0 ranks");
    }
}
