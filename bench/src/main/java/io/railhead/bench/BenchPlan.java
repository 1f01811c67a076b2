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
        for (String rail : chosen) {
            List<String> hosts =
                    cluster.hosts().stream()
                            .filter(h -> h.rail(rail).isPresent())
                            .map(Host::name)
                            .toList();
            rounds.addAll(quick ? Schedule.ring(rail, hosts) : Schedule.everyPair(rail, hosts));
        }
        return new BenchPlan(benchmarks, settings, Schedule.narrowed(rounds, width));
    }

    public int pairs() {
        return rounds.stream().mapToInt(List::size).sum();
    }

    /// How long one pair takes when all is well.
    public Duration aPair() {
        Duration sum = Duration.ZERO;
        for (Benchmark b : benchmarks) {
            for (Case c : b.cases(settings)) {
                sum = sum.plus(c.takes().plus(OVERHEAD).multipliedBy(settings.repeat()));
            }
        }
        return sum;
    }

    /// How long all rounds take when all is well.
    public Duration expected() {
        return aPair().multipliedBy(rounds.size());
    }
}
