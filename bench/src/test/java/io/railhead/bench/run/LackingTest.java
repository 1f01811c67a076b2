package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.Case;
import io.railhead.bench.DiskSettings;
import io.railhead.bench.Given;
import io.railhead.bench.NcclLaunch;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Settings;
import io.railhead.bench.judge.Scorecard;
import io.railhead.bench.tool.DiskFio;
import io.railhead.bench.tool.NcclCollectives;
import io.railhead.model.intent.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LackingTest {
    private static final Cluster CLUSTER = Given.cluster(2, 9000, true);
    private static final List<Benchmark> ALL = Benchmarks.all();
    private static final BenchPlan PLAN =
            BenchPlan.of(CLUSTER, List.of(), ALL, Settings.DEFAULT, false, 2);

    private static List<String> names(BenchPlan plan) {
        return plan.rounds().stream()
                .flatMap(r -> r.pairs().stream())
                .flatMap(p -> plan.of(p).stream().map(b -> p + " " + b.name()))
                .toList();
    }

    @Test
    void whatNoHostHasIsLeftOutOfPairsTimeAndRoundsWithOneNoteAKind() {
        Lacking lacking =
                new Lacking(
                        Map.of(
                                "perftest", Map.of("h1", "no RDMA device", "h2", "no RDMA device"),
                                "nccl-tests", Map.of("h1", "no GPU", "h2", "no GPU"),
                                "fio", Map.of("h1", "fio not installed", "h2", "no answer")));
        BenchPlan plan = PLAN.without(lacking);
        assertThat(plan.notes())
                .containsExactlyInAnyOrder(
                        "rdma: skipped: no RDMA device on h1, h2",
                        "nccl: skipped: no GPU on h1, h2",
                        "disk: skipped: fio not installed on h1",
                        "disk: skipped: no answer on h2");
        assertThat(names(plan)).noneMatch(n -> n.matches(".*(perftest|nccl-tests|fio)"));
        assertThat(names(plan)).contains("h1 -> h2 rail0 iperf3", "h2 -> h1 rail0 ping");
        BenchPlan tcp =
                BenchPlan.of(
                        CLUSTER,
                        List.of(),
                        Benchmarks.of("ping", "iperf3", "sockperf"),
                        Settings.DEFAULT,
                        false,
                        2);
        assertThat(plan.expected()).isEqualTo(tcp.expected());
        assertThat(plan.rounds()).hasSameSizeAs(tcp.rounds());
    }

    @Test
    void whatOneHostLacksIsLeftOutThereAlone() {
        BenchPlan plan = PLAN.without(new Lacking(Map.of("fio", Map.of("h2", "no fio"))));
        assertThat(names(plan))
                .contains("h1 fio", "h1 -> h2 rail0 perftest")
                .doesNotContain("h2 fio");
    }

    @Test
    void theTitleNamesWhatRunsAndNotWhatIsSkipped() {
        assertThat(PLAN.title())
                .startsWith("all: ")
                .contains("ping", "iperf3", "sockperf", "perftest", "fio", "nccl-tests");
        BenchPlan less =
                PLAN.without(
                        new Lacking(
                                Map.of(
                                        "perftest", Map.of("h1", "none", "h2", "none"),
                                        "nccl-tests", Map.of("h1", "no GPU"))));
        assertThat(less.title()).startsWith("all: ").contains("nccl-tests");
        assertThat(less.title()).doesNotContain("perftest");
        assertThat(Scorecard.isFor(less.title())).isTrue();
        BenchPlan disk =
                BenchPlan.of(CLUSTER, List.of(), Benchmarks.of("fio"), Settings.DEFAULT, false, 2);
        assertThat(disk.title()).isEqualTo("fio");
    }

    private static Duration announced(String benchmark, Settings settings) {
        return BenchPlan.of(CLUSTER, List.of(), Benchmarks.of(benchmark), settings, false, 2)
                .expected();
    }

    /// Five cases of a second each with a second around each, and four files to lay out.
    @Test
    void aDiskTestIsAnnouncedWithTheFilesThatAreLaidOutAndNotWithItsLimit() {
        Settings settings =
                Settings.DEFAULT
                        .withTime(Duration.ofSeconds(1))
                        .withDisk(new DiskSettings("/var/tmp", 1_000_000_000));
        assertThat(announced("fio", settings)).isEqualTo(Duration.ofSeconds(5 * 2 + 4 * 4));
        assertThat(new DiskFio().cases(settings))
                .allSatisfy(c -> assertThat(c.limit()).isGreaterThan(Duration.ofSeconds(50)));
    }

    @Test
    void aCollectiveIsAnnouncedByItsBytesAndGivenWhatSocketsTake() {
        assertThat(nccl(1L << 30, new NcclLaunch.EachHost()).takes())
                .isEqualTo(Duration.ofSeconds(9));
        assertThat(nccl(1L << 30, new NcclLaunch.EachHost()).limit())
                .isEqualTo(Duration.ofSeconds(60));
        // 8 GiB a hundred times by 1.5 GB/s: a fall back to sockets is measured and not killed.
        assertThat(nccl(8L << 30, new NcclLaunch.Mpi(List.of("h1", "h2"))).limit())
                .isGreaterThan(Duration.ofSeconds(573));
    }

    private static Case nccl(long largest, NcclLaunch launch) {
        NcclSettings nccl =
                new NcclSettings(
                        "",
                        List.of("all_reduce"),
                        List.of("auto"),
                        OptionalInt.empty(),
                        largest,
                        launch);
        return new NcclCollectives().cases(Settings.DEFAULT.withNccl(nccl)).getFirst();
    }
}
