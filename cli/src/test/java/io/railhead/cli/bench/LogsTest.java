package io.railhead.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Log;
import io.railhead.bench.Pair;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.Severity;
import io.railhead.model.Source;
import io.railhead.model.Transcript;
import io.railhead.model.fact.CpuGovernor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Recorded logs of NCCL, as a run of `bench nccl` gets them.
class LogsTest {
    private static final Facts NOTHING = Facts.builder().build();

    private static Log log(Pair pair, String sample) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("mvnw"))) {
            root = root.getParent();
        }
        Path file = root.resolve("bench/src/test/resources/samples/nccl-tests").resolve(sample);
        return new Log(pair, "all_reduce", Transcript.ofFile(sample, Files.readString(file)));
    }

    @Test
    void aJobOverHostsThatFellBackToSocketsIsToldWithItsCause() throws IOException {
        List<Finding> findings =
                Logs.diagnosed(
                        List.of(log(Pair.job("gpu01"), "all-reduce-two-hosts-socket.txt")),
                        NOTHING);
        assertThat(findings).singleElement().satisfies(LogsTest::isWithoutDevice);
    }

    private static void isWithoutDevice(Finding f) {
        assertThat(f.code()).isEqualTo("container-no-rdma-device");
        assertThat(f.summary()).isEqualTo("NCCL sees no RDMA device and uses TCP");
        assertThat(f.evidence())
                .anySatisfy(
                        e -> {
                            assertThat(e.document()).isEqualTo("output of all_reduce on gpu01");
                            assertThat(e.text()).contains("NET/IB : No device found");
                        });
    }

    @Test
    void withinAHostThatTheNetworkIsTcpMattersToNobody() throws IOException {
        assertThat(
                        Logs.diagnosed(
                                List.of(log(Pair.alone("gpu01"), "all-reduce-2gpu-nvlink.txt")),
                                NOTHING))
                .isEmpty();
    }

    @Test
    void whatOnlyHostsShowIsLeftToCheck() throws IOException {
        Facts slow =
                Facts.builder()
                        .add(
                                "gpu01",
                                new CpuGovernor(
                                        "powersave",
                                        32,
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        Source.line("governor", 1)))
                        .build();
        assertThat(
                        Logs.diagnosed(
                                List.of(log(Pair.job("gpu01"), "all-reduce-two-hosts-socket.txt")),
                                slow))
                .singleElement()
                .satisfies(LogsTest::isWithoutDevice)
                .extracting(Finding::severity)
                .isEqualTo(Severity.INFO);
    }

    /// The devices are there, and NCCL took none: more than worth knowing.
    @Test
    void whatHostsShowStandsBesideTheLog() throws IOException {
        Facts.Builder hosts = Facts.builder();
        for (String host : List.of("gpu01", "gpu02")) {
            Parsers.installed()
                    .read(
                            new Transcript(
                                    host,
                                    "rdma link show",
                                    "link mlx5_0/1 state ACTIVE physical_state LINK_UP"
                                            + " netdev eth1\n",
                                    "",
                                    0,
                                    Instant.EPOCH,
                                    Duration.ZERO,
                                    false),
                            hosts);
        }
        assertThat(
                        Logs.diagnosed(
                                List.of(log(Pair.job("gpu01"), "all-reduce-two-hosts-socket.txt")),
                                hosts.build()))
                .first()
                .satisfies(
                        f -> {
                            assertThat(f.severity()).isEqualTo(Severity.WARNING);
                            assertThat(f.summary()).contains("0 of 1 active HCAs: not mlx5_0");
                        });
    }
}
