package io.railhead.evidence.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.railhead.model.Curtailed;
import io.railhead.model.fact.LogEvent;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogScannerTest {
    private static LogScanner.Told scan(String text) {
        return scan(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static LogScanner.Told scan(InputStream in) {
        try {
            return new LogScanner(Catalogue.installed()).scan("log", in);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<LogEvent> of(LogScanner.Told told, String kind) {
        return told.events().stream().filter(e -> e.kind().equals(kind)).toList();
    }

    @Test
    void oneFailureHasOneMeaningInEveryVersionOfNccl() {
        List<String> wordings =
                List.of(
                        "h1:1:2 [0] transport/net_ib.cc:839 NCCL WARN NET/IB : Got completion with"
                                + " error 12, opcode 0, len 0, vendor err 129",
                        "h1:1:2 [0] transport/net_ib.cc:881 NCCL WARN NET/IB : Got completion from"
                                + " peer 10.0.0.2<35062> with error 12, opcode 1, len 0, vendor err"
                                + " 129 (Recv)",
                        "h1:1:2 [0] net_ib.cc:2244 NCCL WARN NET/IB: Got completion from peer"
                                + " 10.0.0.2<42904> with status=12 opcode=0 len=0 vendor err 129"
                                + " (Send) localGid ::ffff:10.9.3.3 remoteGids::ffff:10.9.3.4 hca"
                                + " mlx5_3",
                        "h1:1:2 [0] p2p.cc:2 (wait) NCCL WARN NET/IB: Got completion from peer"
                                + " 10.0.0.2<42904> with status=IBV_WC_RETRY_EXC_ERR(12)"
                                + " opcode=IBV_WC_SEND(0) vendor_err=129  localGid ::ffff:10.9.3.3"
                                + " remoteGids::ffff:10.9.3.4 hca mlx5_3");
        for (String line : wordings) {
            List<LogEvent> events = of(scan(line), "nccl-completion");
            assertThat(events).as(line).hasSize(1);
            assertThat(events.getFirst().get("status")).as(line).isEqualTo("12");
            assertThat(events.getFirst().get("vendor")).as(line).isEqualTo("129");
            assertThat(events.getFirst().host()).as(line).isEqualTo("h1");
        }
        LogEvent last = of(scan(wordings.getLast()), "nccl-completion").getFirst();
        assertThat(last.get("remote")).isEqualTo("::ffff:10.9.3.4");
        assertThat(last.get("hca")).isEqualTo("mlx5_3");
    }

    @Test
    void whatCollectorsPutBeforeALineDoesNotHideIt() {
        String line = "h7:1:2 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.7<0>";
        for (String prefix :
                List.of(
                        "",
                        "[1,3]<stdout>:",
                        "[1,3]<stderr>: ",
                        "2026-05-01T10:00:00.123456789Z stdout F ",
                        "trainer-0  | ",
                        "[pod/trainer-0/main] ",
                        "(RayWorker pid=17, ip=10.0.0.7) ",
                        "3: ",
                        "\u001B[36m")) {
            List<LogEvent> events = of(scan(prefix + line + "\r\n"), "nccl-bootstrap-if");
            assertThat(events).as(prefix).hasSize(1);
            assertThat(events.getFirst().get("if")).as(prefix).isEqualTo("eth0");
            assertThat(events.getFirst().host()).as(prefix).isEqualTo("h7");
        }
    }

    @Test
    void whatRepeatsIsCountedAndCitedOnceWithItsFirstLine() {
        String line = "h1:1:2 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] via NET/IB/0/GDRDMA\n";
        LogEvent event = of(scan("head\n" + line.repeat(5)), "nccl-channel-gdr").getFirst();
        assertThat(event.count()).isEqualTo(5);
        assertThat(event.source().firstLine()).isEqualTo(2);
    }

    @Test
    void headingsHoldForTheLinesBelowThem() {
        String text =
                """
                CA 'mlx5_0'
                \tPort 1:
                \t\tState: Active
                CA 'mlx5_1'
                \tPort 1:
                \t\tState: Down
                """;
        assertThat(of(scan(text), "port-state"))
                .extracting(e -> e.get("hca") + " " + e.get("state"))
                .containsExactly("mlx5_0 Active", "mlx5_1 Down");
    }

    @Test
    void readingInSmallPartsGivesTheSame() {
        String text =
                "x\n".repeat(100)
                        + "[5.1] NVRM: Xid (PCI:0000:3b:00): 79, GPU has fallen off the bus.\n"
                        + "y".repeat(600_000)
                        + "\n[6.1] NVRM: Xid (PCI:0000:3c:00): 48, DBE\n";
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Random random = new Random(5);
        InputStream dribbling =
                new FilterInputStream(new ByteArrayInputStream(bytes)) {
                    @Override
                    public int read(byte[] to, int from, int length) throws IOException {
                        return super.read(to, from, Math.min(length, 1 + random.nextInt(5000)));
                    }
                };
        List<LogEvent> events = of(scan(dribbling), "xid");
        assertThat(events).isEqualTo(of(scan(text), "xid"));
        assertThat(events).extracting(e -> e.source().firstLine()).contains(101, 103);
    }

    @Test
    void oneEventInOtherWordsIsKeptBesideTheFirst() {
        String text =
                "plugin: nvml init failed: Driver/library version mismatch\n"
                        + "Failed to initialize NVML: Driver/library version mismatch\n".repeat(3);
        assertThat(of(scan(text), "nvml-mismatch"))
                .extracting(e -> e.source().firstLine())
                .containsExactly(1, 2);
    }

    @Test
    void whatWasSearchedForIsNotWhatWasFound() {
        String text = "$ dmesg | grep -iE 'fallen off the bus|GPU is lost'\n";
        assertThat(of(scan(text), "gpu-off-bus")).isEmpty();
    }

    @Test
    void memoryIsBoundedWhateverTheLog() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 50_000; i++) {
            text.append("NVRM: Xid (PCI:0000:").append(i).append(":00): 31, pid=").append(i);
            text.append('\n');
        }
        assertThat(of(scan(text.toString()), "xid")).hasSize(Tally.MOST);
    }

    @Test
    void theOneThatDiffersIsFoundAmongThousandsAndWhatIsLeftOutIsSaid() {
        StringBuilder text = new StringBuilder();
        for (int rank = 0; rank < 30_000; rank++) {
            text.append(
                    "gpu%d:1:2 [0] NCCL INFO NCCL_IB_GID_INDEX set by environment to %d.\n"
                            .formatted(rank, rank == 20_000 ? 0 : 3));
        }
        LogScanner.Told told = scan(text.toString());
        List<LogEvent> settings = of(told, "env");
        assertThat(settings).extracting(LogEvent::host).contains("gpu20000");
        assertThat(settings.stream().mapToLong(LogEvent::count).sum()).isEqualTo(30_000);

        StringBuilder varied = new StringBuilder();
        for (int n = 0; n < 30_000; n++)
            varied.append("NVRM: Xid (PCI:0): ").append(n).append('\n');
        assertThat(scan(varied.toString()).curtailed())
                .extracting(Curtailed::why)
                .anyMatch(w -> w.contains("passed over") && w.contains("xid"))
                .anyMatch(w -> w.contains("is not kept"));
    }

    @Test
    void aKeywordFarInALongLineIsFound() {
        String line = "x".repeat(1_000_000) + " Call to connect failed : Connection refused ";
        for (String text : List.of(line, line + "y".repeat(500_000), "a\n" + line + "\nb\n")) {
            assertThat(of(scan(text), "connect-failed")).hasSize(1);
        }
        assertThat(scan(line).curtailed()).singleElement().extracting(Curtailed::line).isEqualTo(1);
    }

    @Test
    void whatAScannerReadBeforeChangesNothing() {
        String xids =
                "NVRM: Xid (PCI:0000:1b:00): 79, GPU has fallen off the bus.\n" + "x\n".repeat(9);
        StringBuilder many = new StringBuilder("NCCL INFO NCCL_DEBUG set by environment to INFO\n");
        for (int n = 0; n < 30_000; n++) many.append("NVRM: Xid (PCI:0): ").append(n).append('\n');
        String line = "x".repeat(600_000) + " Call to connect failed : Connection refused";
        LogScanner scanner = new LogScanner(Catalogue.installed());
        for (String text : List.of(xids, many.toString(), xids, line, "", xids, many + xids)) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThat(scanner.scan("log", bytes)).isEqualTo(scan(text));
            byte[] among = ("NVRM: Xid\n" + text + "NVRM: Xid").getBytes(StandardCharsets.UTF_8);
            assertThat(scanner.scan("log", among, 10, 10 + bytes.length)).isEqualTo(scan(text));
        }
    }

    @Test
    void theCatalogueNamesItsFaults() {
        assertThatThrownBy(() -> Catalogue.of("keyword ~ x"))
                .hasMessageContaining("text.events:1")
                .hasMessageContaining("section");
        assertThatThrownBy(() -> Catalogue.of("[kind]\nkeyword ~ (x"))
                .hasMessageContaining("text.events:2");
        assertThatThrownBy(() -> Catalogue.of("[kind]\nx ~ y")).hasMessageContaining("too short");
    }

    @Test
    void everyPatternHoldsItsKeywordCheaply() {
        // A pattern that backtracks without end on long lines would hang on hostile input.
        String hostile =
                ("GPU0 " + "a:".repeat(900) + " NET/IB error qpn Got completion ").repeat(2);
        for (String kind : Catalogue.installed().kinds()) {
            assertThat(kind).matches("[a-z0-9]+(-[a-z0-9]+)*");
        }
        assertThat(scan(hostile.toUpperCase(Locale.ROOT)).lines()).isEqualTo(1);
        assertThat(scan(hostile).lines()).isEqualTo(1);
    }
}
