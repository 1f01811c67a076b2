package io.railhead.cli.findings;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.checks.diagnosis.Figure;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Transcript;
import java.util.List;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final String TABLE =
            """
            # nThread 1 nGpus 8 minBytes 1 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 validation: 0
            #
            # Using devices
            #   Rank  0 Pid 112424 on localhost device  0 [0x00] A100-SXM4-40GB
            #   Rank  1 Pid 112424 on localhost device  1 [0x00] A100-SXM4-40GB
            #   Rank  2 Pid 112424 on localhost device  2 [0x00] A100-SXM4-40GB
            #   Rank  3 Pid 112424 on localhost device  3 [0x00] A100-SXM4-40GB
            #
            #                                                     out-of-place                       in-place
            #       size         count    type   redop     time   algbw   busbw  error     time   algbw   busbw  error
            #        (B)    (elements)                     (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
              8589934592    2147483648   float  %s    63895  134.44  %s    N/A    63926  134.37  201.56    N/A
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0.45
            """;

    private static List<Figure> in(String... texts) {
        Facts.Builder facts = Facts.builder();
        int n = 0;
        for (String text : texts) {
            Parsers.installed().read(Transcript.ofFile("f" + n++ + ".txt", text), facts);
        }
        return Figure.in(facts.build());
    }

    @Test
    void aTableThatNamesNoCollectiveIsToldByItsColumns() {
        assertThat(in(TABLE.formatted("  sum", "201.66")))
                .singleElement()
                .extracting(Figure::subject)
                .isEqualTo("all_reduce");
        assertThat(in(TABLE.formatted("  sum", "100.83")))
                .singleElement()
                .extracting(Figure::subject)
                .isEqualTo("reduce_scatter");
        assertThat(in(TABLE.formatted("  sum", "134.44")))
                .as("no factor that a reduction over four ranks has")
                .singleElement()
                .extracting(Figure::subject)
                .isEqualTo("nccl-tests");
    }

    @Test
    void ofPingAllThatItPrintsIsTold() {
        assertThat(
                        in(
                                """
                                PING 10.78.0.2 (10.78.0.2) 56(84) bytes of data.
                                64 bytes from 10.78.0.2: icmp_seq=1 ttl=64 time=0.060 ms

                                --- 10.78.0.2 ping statistics ---
                                10 packets transmitted, 10 received, 0% packet loss, time 1809ms
                                rtt min/avg/max/mdev = 0.050/0.068/0.269/0.064 ms
                                """))
                .singleElement()
                .extracting(Figure::text)
                .isEqualTo(
                        "0.068 ms on average, least 0.050 ms, most 0.269 ms, deviation 0.064 ms,"
                                + " a full round trip");
    }

    @Test
    void whatBothEndsOfARunPrintIsToldOnce() {
        String run =
                """
                ---------------------------------------------------------------------------------------
                                    RDMA_Write BW Test
                 Dual-port       : OFF		Device         : mlx5_0
                 Number of qps   : 1		Transport type : IB
                 Connection type : RC		Using SRQ      : OFF
                 TX depth        : 128
                 Mtu             : 4096[B]
                 Link type       : Ethernet
                ---------------------------------------------------------------------------------------
                 #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]
                 65536      5000             92.41              92.40              0.176239
                ---------------------------------------------------------------------------------------
                """;
        assertThat(in(run, run)).hasSize(1);
        assertThat(in(run, run.replace("92.40", "91.40"))).hasSize(2);
    }
}
