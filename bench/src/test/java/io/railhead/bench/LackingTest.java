package io.railhead.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.model.intent.Cluster;
import java.util.List;
import java.util.Map;
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
}
