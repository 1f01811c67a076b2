package io.railhead.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/// The benchmarks there are.
public final class Benchmarks {
    /// Cheap and telling first: a path that does not answer to ping is named before it costs time.
    private static final List<String> ORDER =
            List.of("ping", "iperf3", "sockperf", "perftest", "fio", "nccl-tests");

    private Benchmarks() {}

    public static List<Benchmark> all() {
        return ServiceLoader.load(Benchmark.class).stream()
                .map(ServiceLoader.Provider::get)
                .sorted(
                        Comparator.comparingInt((Benchmark b) -> rank(b.name()))
                                .thenComparing(Benchmark::name))
                .toList();
    }

    private static int rank(String name) {
        int at = ORDER.indexOf(name);
        return at < 0 ? ORDER.size() : at;
    }

    /// Those of these names, in the order they are run in.
    public static List<Benchmark> of(String... names) {
        return all().stream().filter(b -> List.of(names).contains(b.name())).toList();
    }

    public static Optional<Benchmark> named(String name) {
        return all().stream().filter(b -> b.name().equals(name)).findFirst();
    }
}
