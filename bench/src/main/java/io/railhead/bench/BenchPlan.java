package io.railhead.bench;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What is to be run: benchmarks, their settings, and the rounds of pairs.
public record BenchPlan(List<Benchmark> benchmarks, Settings settings, List<List<Pair>> rounds) {

    /// What a pair costs beyond the clients' own time: starting, waiting, stopping.
    private static final Duration OVERHEAD = Duration.ofSeconds(1);

    public BenchPlan {
        benchmarks = List.copyOf(benchmarks);
        rounds = rounds.stream().map(List::copyOf).toList();
    }

    /// Rounds over the named rails, one rail after the other, since the rails of a host share its
    /// CPUs and memory.
    ///
    /// @param rails names; all rails of the cluster when empty
    /// @param quick every host once each way instead of every pair
    /// @param width most pairs at the same time
    public static BenchPlan of(
            Cluster cluster,
            List<String> rails,
            List<Benchmark> benchmarks,
            Settings settings,
            boolean quick,
            int width) {
        List<String> chosen =
                rails.isEmpty() ? cluster.rails().stream().map(r -> r.name()).toList() : rails;
        List<List<Pair>> rounds = new ArrayList<>();
        boolean between = benchmarks.stream().anyMatch(b -> !b.withinAHost());
        for (String rail : between ? chosen : List.<String>of()) {
            List<String> hosts =
                    cluster.hosts().stream()
                            .filter(h -> h.rail(rail).isPresent())
                            .map(Host::name)
                            .toList();
            rounds.addAll(
                    quick
                            ? Schedule.ring(rail, hosts)
                            : bothWaysAtOnce(benchmarks, settings)
                                    ? Schedule.everyPairOnce(rail, hosts)
                                    : Schedule.everyPair(rail, hosts));
        }
        if (benchmarks.stream().anyMatch(Benchmark::withinAHost)) {
            // One job over all hosts is started on the first; otherwise none waits for another.
            int hosts = settings.host().across().isEmpty() ? cluster.hosts().size() : 1;
            rounds.add(
                    cluster.hosts().stream().limit(hosts).map(h -> Pair.alone(h.name())).toList());
        }
        return new BenchPlan(benchmarks, settings, Schedule.narrowed(rounds, width));
    }

    /// Whether one run of a pair says all there is to say of both its directions.
    private static boolean bothWaysAtOnce(List<Benchmark> benchmarks, Settings settings) {
        return settings.rdma().bidirectional()
                && benchmarks.stream()
                        .allMatch(
                                b ->
                                        b.withinAHost()
                                                || b.name().equals("perftest")
                                                || b.name().equals("ping"));
    }

    /// One machine: what is between hosts over its loopback interface, the rest by itself.
    public static BenchPlan here(
            List<Benchmark> benchmarks, Settings settings, List<List<Pair>> loopback, String name) {
        List<List<Pair>> rounds = new ArrayList<>();
        if (benchmarks.stream().anyMatch(b -> !b.withinAHost())) {
            rounds.addAll(loopback);
        }
        if (benchmarks.stream().anyMatch(Benchmark::withinAHost)) {
            rounds.add(List.of(Pair.alone(name)));
        }
        return new BenchPlan(benchmarks, settings, rounds);
    }

    /// What of the plan is run on a pair.
    List<Benchmark> of(Pair pair) {
        return benchmarks.stream().filter(b -> b.withinAHost() == pair.isAlone()).toList();
    }

    public int pairs() {
        return rounds.stream().mapToInt(List::size).sum();
    }

    /// How long one pair takes when all is well.
    private Duration aPair(Pair pair) {
        Duration sum = Duration.ZERO;
        for (Benchmark b : of(pair)) {
            for (Case c : b.cases(settings)) {
                sum = sum.plus(c.takes().plus(OVERHEAD).multipliedBy(settings.repeat()));
            }
        }
        return sum;
    }

    /// How long all rounds take when all is well.
    public Duration expected() {
        return rounds.stream()
                .filter(r -> !r.isEmpty())
                .map(r -> aPair(r.getFirst()))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
