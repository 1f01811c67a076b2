package io.railhead.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.railhead.bench.Failure;
import io.railhead.bench.Pair;
import java.util.List;
import org.junit.jupiter.api.Test;

class SameCauseTest {
    private static final Pair HOST = Pair.alone("h1");

    private static Failure failure(String label, String why) {
        return new Failure(HOST, label, why, false);
    }

    private static List<String> folded(int cases, Failure... all) {
        return SameCause.folded(List.of(all), "nccl-tests", cases).stream()
                .map(f -> f.label() + ": " + f.why())
                .toList();
    }

    @Test
    void whatAllCasesMetIsToldOnceOfTheBenchmark() {
        assertThat(
                        folded(
                                2,
                                failure("all_reduce", "h1 pid 4711: no CUDA device"),
                                failure("broadcast", "h1 pid 4799: no CUDA device")))
                .containsExactly("nccl-tests: h1 pid 4711: no CUDA device");
    }

    @Test
    void theNameOfTheCaseIsNoReason() {
        assertThat(
                        folded(
                                2,
                                failure("all_reduce", "all_reduce_perf is not there"),
                                failure("gather over shm", "gather_perf is not there")))
                .containsExactly("nccl-tests: all_reduce_perf is not there");
    }

    @Test
    void whatSomeMetNamesThem() {
        assertThat(
                        folded(
                                3,
                                failure("all_reduce", "refused"),
                                failure("broadcast", "it did not end in time"),
                                failure("gather", "refused")))
                .containsExactly(
                        "all_reduce; gather: refused", "broadcast: it did not end in time");
    }
}
