package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Given;
import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.Values;
import io.railhead.bench.ceiling.NvlinkCeiling;
import io.railhead.bench.tool.DiskFio;
import io.railhead.bench.tool.NcclCollectives;
import io.railhead.bench.twins.Repeats;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What is measured within a host: collectives between its GPUs, and its disks.
class HostBenchTest {
    private static final Ends NOWHERE = new Ends("", "", "", "", "");

    private static Settings settings(String transport, OptionalInt gpus, NcclLaunch launch) {
        return Settings.DEFAULT.withNccl(
                new NcclSettings(
                        "/opt/nccl-tests/build",
                        List.of("all_reduce"),
                        List.of(transport),
                        gpus,
                        1 << 20,
                        launch));
    }

    private static Case only(Settings settings) {
        return new NcclCollectives().cases(settings).getFirst();
    }

    private static String command(String transport, OptionalInt gpus, NcclLaunch launch) {
        return new NcclCollectives().client(only(settings(transport, gpus, launch)), NOWHERE);
    }

    @Test
    void aSlowerWayIsHadByForbiddingTheFasterOnes() {
        NcclLaunch here = new NcclLaunch.EachHost();
        OptionalInt four = OptionalInt.of(4);
        assertThat(command("auto", four, here))
                .isEqualTo(
                        "env PATH=\"$HOME/.cache/railhead/nccl-tests/build:$PATH\""
                                + " NCCL_DEBUG=INFO /opt/nccl-tests/build/all_reduce_perf -b 8"
                                + " -e 1048576 -f 2 -c 1 -n 20 -g 4");
        assertThat(command("shm", four, here))
                .contains("NCCL_P2P_DISABLE=1")
                .doesNotContain("NCCL_SHM_DISABLE");
        assertThat(command("socket", four, here))
                .contains("NCCL_P2P_DISABLE=1 NCCL_SHM_DISABLE=1")
                .contains("NCCL_NET=Socket");
    }

    private static Measurement busbw(double gigabytes, String transport, String placement) {
        return new Measurement(
                "nccl.busbw",
                gigabytes * 8e9,
                "bit/s",
                Statistic.MEAN,
                Conditions.of(
                        "from",
                        "h1",
                        "to",
                        "",
                        "rail",
                        "",
                        "collective",
                        "all_reduce",
                        "message",
                        "1073741824",
                        "transport",
                        transport,
                        "placement",
                        placement,
                        "gpu",
                        "NVIDIA H200",
                        "ranks",
                        "2"),
                Given.NOWHERE,
                Optional.empty());
    }

    @Test
    void nvlinkIsHeldAgainstItsOwnRateAndNothingElseIs() {
        Measurement full = busbw(325.54, "P2P", "out-of-place");
        assertThat(full.expecting(NvlinkCeiling.of(full)).verdict()).isEqualTo(Verdict.MET);
        Measurement slow = busbw(40, "P2P", "out-of-place");
        assertThat(slow.expecting(NvlinkCeiling.of(slow)).verdict()).isEqualTo(Verdict.MISSED);
        Measurement socket = busbw(3, "NET/Socket", "out-of-place");
        assertThat(NvlinkCeiling.of(socket).bounded()).isFalse();
    }

    @Test
    void twoValuesOfOneRunThatDifferInAConditionStayApart() {
        Repeats repeats =
                Repeats.of(
                        List.of(
                                List.of(
                                        busbw(325.54, "P2P", "out-of-place"),
                                        busbw(323.05, "P2P", "in-place"))));
        assertThat(repeats.measurements())
                .extracting(m -> Math.round(m.value() / 8e7) / 100.0)
                .containsExactly(325.54, 323.05);
    }

    @Test
    void collectivesAndDisksAreToldInBytes() {
        assertThat(Values.text(busbw(325.54, "P2P", "in-place"))).isEqualTo("325.54 GB/s");
        assertThat(Values.name(busbw(1, "P2P", "in-place")))
                .isEqualTo("all_reduce busbw, 1024 MiB, in-place, by P2P");
    }

    @Test
    void lessThanAGigabyteASecondIsToldInMegabytes() {
        assertThat(Values.text(busbw(0.0314, "P2P", "in-place"))).isEqualTo("31.4 MB/s");
        assertThat(Values.text(busbw(1, "P2P", "in-place"))).isEqualTo("1.00 GB/s");
    }

    @Test
    void theSameAskedTwiceIsMeasuredOnce() {
        assertThat(Settings.DEFAULT.withStreams(List.of(1, 4, 1)).streams()).containsExactly(1, 4);
    }

    @Test
    void theFileOfADiskTestGoesWhateverHappens() {
        DiskFio fio = new DiskFio();
        assertThat(fio.client(fio.cases(Settings.DEFAULT).getFirst(), NOWHERE))
                .contains("mktemp -d \"/var/tmp/railhead-fio.XXXXXX\"")
                .contains("trap \"rm -rf \\\"$d\\\"\" EXIT")
                .contains("--rw=write --bs=1048576 --iodepth=16");
    }

    @Test
    void aHostByItselfIsAPairOfItsOwn() {
        assertThat(Pair.alone("h1").isAlone()).isTrue();
        assertThat(Pair.alone("h1")).hasToString("h1");
    }
}
