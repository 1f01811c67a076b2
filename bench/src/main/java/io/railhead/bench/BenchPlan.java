package io.railhead.bench;

import io.railhead.bench.Benchmark.Place;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

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
        Set<Place> places = places(benchmarks, settings);
        for (String rail : places.contains(Place.PAIR) ? chosen : List.<String>of()) {
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
        if (places.contains(Place.EACH_HOST)) {
            rounds.add(cluster.hosts().stream().map(h -> Pair.alone(h.name())).toList());
        }
        if (places.contains(Place.ONE_JOB)) {
            rounds.add(List.of(Pair.job(cluster.hosts().getFirst().name())));
        }
        return new BenchPlan(benchmarks, settings, Schedule.narrowed(rounds, width));
    }

    /// Whether one run of a pair says all there is to say of both its directions.
    private static boolean bothWaysAtOnce(List<Benchmark> benchmarks, Settings settings) {
        return settings.rdma().bidirectional()
                && benchmarks.stream()
                        .allMatch(
                                b ->
                                        b.place(settings) != Place.PAIR
                                                || b.name().equals("perftest")
                                                || b.name().equals("ping"));
    }

    /// One machine: what is between hosts over its loopback interface, the rest by itself.
    public static BenchPlan here(
            List<Benchmark> benchmarks, Settings settings, List<List<Pair>> loopback, String name) {
        List<List<Pair>> rounds = new ArrayList<>();
        Set<Place> places = places(benchmarks, settings);
        if (places.contains(Place.PAIR)) {
            rounds.addAll(loopback);
        }
        if (places.contains(Place.EACH_HOST)) {
            rounds.add(List.of(Pair.alone(name)));
        }
        return new BenchPlan(benchmarks, settings, rounds);
    }

    /// What of the plan is run on a pair.
    List<Benchmark> of(Pair pair) {
        Place here = pair.isJob() ? Place.ONE_JOB : pair.isAlone() ? Place.EACH_HOST : Place.PAIR;
        return benchmarks.stream().filter(b -> b.place(settings) == here).toList();
    }

    private static Set<Place> places(List<Benchmark> benchmarks, Settings settings) {
        return benchmarks.stream().map(b -> b.place(settings)).collect(Collectors.toSet());
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
