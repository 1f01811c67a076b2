package io.railhead.bench.run;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmark.Place;
import io.railhead.bench.Case;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.judge.Scorecard;
import io.railhead.bench.schedule.Pairing;
import io.railhead.bench.schedule.Pairing.Which;
import io.railhead.bench.schedule.Round;
import io.railhead.bench.schedule.Round.Together;
import io.railhead.bench.schedule.Schedule;
import io.railhead.bench.schedule.Uplinks;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What is to be run: benchmarks, their settings, and the rounds of pairs.
///
/// @param uplinks what the intent says of leaves and what lies above them
/// @param notes what a reader of the values must know about how pairs were chosen
/// @param lacking what is left out, since hosts do not have what it takes
public record BenchPlan(
        List<Benchmark> benchmarks,
        Settings settings,
        List<Round> rounds,
        Uplinks uplinks,
        List<String> notes,
        Lacking lacking) {

    /// What a pair costs beyond the clients' own time: starting, waiting, stopping.
    private static final Duration OVERHEAD = Duration.ofSeconds(1);

    /// All of it.
    public BenchPlan(
            List<Benchmark> benchmarks,
            Settings settings,
            List<Round> rounds,
            Uplinks uplinks,
            List<String> notes) {
        this(benchmarks, settings, rounds, uplinks, notes, Lacking.NOTHING);
    }

    public BenchPlan {
        benchmarks = List.copyOf(benchmarks);
        rounds = List.copyOf(rounds);
        notes = List.copyOf(notes);
    }

    /// Rounds over the named rails, one rail after the other, since the rails of a host share its
    /// CPUs and memory. Where the intent says where cables go, no round puts more on an uplink than
    /// it carries.
    ///
    /// @param rails names; all rails of the cluster when empty
    /// @param width most pairs at the same time, but for those that are measured together
    public static BenchPlan of(
            Cluster cluster,
            List<String> rails,
            List<Benchmark> benchmarks,
            Settings settings,
            Pairing pairing,
            int width) {
        List<String> chosen =
                rails.isEmpty() ? cluster.rails().stream().map(r -> r.name()).toList() : rails;
        Uplinks uplinks = new Uplinks(cluster);
        List<Round> rounds = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        Set<Place> places = places(benchmarks, settings);
        boolean once = bothWaysAtOnce(benchmarks, settings);
        for (String rail : places.contains(Place.PAIR) ? chosen : List.<String>of()) {
            List<String> hosts = hosts(cluster, rail);
            if (pairing.which() == Which.BISECTION) {
                List<String> order = uplinks.byLeaf(rail, hosts);
                List<List<Pair>> halves = Schedule.bisection(rail, order);
                (once ? halves.subList(0, Math.min(1, halves.size())) : halves)
                        .forEach(r -> rounds.add(new Round(r, Together.BISECTION)));
                notes.addAll(bisected(rail, order, halves, uplinks));
                continue;
            }
            List<List<Pair>> all =
                    pairing.which() == Which.QUICK
                            ? Schedule.ring(rail, uplinks.alternating(rail, hosts))
                            : once
                                    ? Schedule.everyPairOnce(rail, hosts)
                                    : Schedule.everyPair(rail, hosts);
            List<List<Pair>> within = Schedule.within(uplinks, all);
            if (within.size() > all.size()) {
                notes.add(
                        "%s: %d rounds instead of %d, so that no uplink carries more than it can"
                                .formatted(rail, within.size(), all.size()));
            }
            if (within.stream().flatMap(List::stream).anyMatch(uplinks::crosses)) {
                notes.add(
                        rail
                                + ": which uplink a flow between leaves took is the switches' choice"
                                + " (ECMP); their counters tell");
            }
            Schedule.narrowed(within, width).forEach(r -> rounds.add(Round.of(r)));
        }
        if (pairing.railsTogether()) {
            rounds.addAll(allRails(rounds, width));
        }
        if (places.contains(Place.EACH_HOST)) {
            List<Pair> alone = cluster.hosts().stream().map(h -> Pair.alone(h.name())).toList();
            Schedule.narrowed(List.of(alone), width).forEach(r -> rounds.add(Round.of(r)));
        }
        if (places.contains(Place.ONE_JOB)) {
            rounds.add(Round.of(List.of(Pair.job(cluster.hosts().getFirst().name()))));
        }
        return new BenchPlan(benchmarks, settings, rounds, uplinks, notes);
    }

    /// Every pair, or every host once each way.
    public static BenchPlan of(
            Cluster cluster,
            List<String> rails,
            List<Benchmark> benchmarks,
            Settings settings,
            boolean quick,
            int width) {
        return of(
                cluster, rails, benchmarks, settings, quick ? Pairing.QUICK : Pairing.EVERY, width);
    }

    private static List<String> hosts(Cluster cluster, String rail) {
        return cluster.hosts().stream()
                .filter(h -> h.rail(rail).isPresent())
                .map(Host::name)
                .toList();
    }

    /// The pairs of hosts that were measured rail by rail, in the order of their first rail, with
    /// all their rails at once; those of one rail only are left out.
    private static List<Round> allRails(List<Round> separately, int width) {
        List<Pair> every = separately.stream().flatMap(r -> r.pairs().stream()).toList();
        List<Round> rounds = new ArrayList<>();
        List<Pair> seen = new ArrayList<>();
        for (Round round : separately) {
            List<List<Pair>> units = new ArrayList<>();
            for (Pair pair : round.pairs()) {
                List<Pair> rails =
                        every.stream()
                                .filter(p -> p.from().equals(pair.from()))
                                .filter(p -> p.to().equals(pair.to()))
                                .toList();
                if (rails.size() > 1 && !seen.contains(rails.getFirst())) {
                    seen.addAll(rails);
                    units.add(rails);
                }
            }
            int most = Math.max(1, width);
            for (int at = 0; at < units.size(); at += most) {
                rounds.add(
                        new Round(
                                units.subList(at, Math.min(units.size(), at + most)).stream()
                                        .flatMap(List::stream)
                                        .toList(),
                                Together.RAILS));
            }
        }
        return rounds;
    }

    private static List<String> bisected(
            String rail, List<String> order, List<List<Pair>> halves, Uplinks uplinks) {
        if (halves.isEmpty()) {
            return List.of();
        }
        List<Pair> there = halves.getFirst();
        long crossing = there.stream().filter(uplinks::crosses).count();
        boolean known = order.stream().allMatch(h -> uplinks.leaf(rail, h).isPresent());
        List<String> notes = new ArrayList<>();
        notes.add(
                "bisection of %s: %s against %s%s"
                        .formatted(
                                rail,
                                span(there.stream().map(Pair::from).toList()),
                                span(there.stream().map(Pair::to).toList()),
                                known
                                        ? "; %d of %d flows cross between leaves"
                                                .formatted(crossing, there.size())
                                        : "; the intent does not say where cables go, so whether"
                                                + " the halves lie across the fabric's middle is"
                                                + " not known"));
        if (order.size() % 2 == 1) {
            notes.add("bisection of " + rail + ": " + order.getLast() + " has no partner");
        }
        return notes;
    }

    /// `gpu01..gpu04` of hosts in a row, or the one there is.
    static String span(List<String> names) {
        return names.size() == 1 ? names.getFirst() : names.getFirst() + ".." + names.getLast();
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
            Cluster cluster,
            List<Benchmark> benchmarks,
            Settings settings,
            List<List<Pair>> loopback,
            String name) {
        List<Round> rounds = new ArrayList<>();
        Set<Place> places = places(benchmarks, settings);
        if (places.contains(Place.PAIR)) {
            loopback.forEach(r -> rounds.add(Round.of(r)));
        }
        if (places.contains(Place.EACH_HOST)) {
            rounds.add(Round.of(List.of(Pair.alone(name))));
        }
        return new BenchPlan(benchmarks, settings, rounds, new Uplinks(cluster), List.of());
    }

    /// Without what hosts cannot run for the lack of something: one note a kind, and no pair that
    /// has nothing left to run.
    public BenchPlan without(Lacking what) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(what.notes());
        BenchPlan less = new BenchPlan(benchmarks, settings, rounds, uplinks, all, what);
        List<Round> left = new ArrayList<>();
        for (Round round : rounds) {
            if (round.together() == Together.NO) {
                List<Pair> pairs =
                        round.pairs().stream().filter(p -> !less.of(p).isEmpty()).toList();
                if (!pairs.isEmpty()) {
                    left.add(new Round(pairs, round.together()));
                }
            } else if (!less.together().isEmpty()) {
                left.add(round);
            }
        }
        return new BenchPlan(benchmarks, settings, left, uplinks, all, what);
    }

    /// What of the plan is run on a pair by itself.
    List<Benchmark> of(Pair pair) {
        Place here = pair.isJob() ? Place.ONE_JOB : pair.isAlone() ? Place.EACH_HOST : Place.PAIR;
        return benchmarks.stream()
                .filter(b -> b.place(settings) == here && !lacking.at(pair, b.name()))
                .toList();
    }

    /// What some pair or host runs, and not what all of them lack; where the plan was for all
    /// kinds, that it was so stands before them.
    public String title() {
        String planned = names(benchmarks);
        String run =
                names(
                        benchmarks.stream()
                                .filter(
                                        b ->
                                                rounds.stream()
                                                        .flatMap(r -> r.pairs().stream())
                                                        .anyMatch(p -> of(p).contains(b)))
                                .toList());
        return Scorecard.isFor(planned) ? Scorecard.ALL + run : run;
    }

    private static String names(List<Benchmark> of) {
        return of.stream().map(Benchmark::name).collect(Collectors.joining(", "));
    }

    private static Set<Place> places(List<Benchmark> benchmarks, Settings settings) {
        return benchmarks.stream().map(b -> b.place(settings)).collect(Collectors.toSet());
    }

    /// What of the plan is run by pairs at once.
    List<Benchmark> together() {
        List<Pair> pairs =
                rounds.stream()
                        .filter(r -> r.together() != Together.NO)
                        .flatMap(r -> r.pairs().stream())
                        .toList();
        return benchmarks.stream()
                .filter(Benchmark::fillsTheLine)
                .filter(b -> pairs.stream().noneMatch(p -> lacking.at(p, b.name())))
                .toList();
    }

    public int pairs() {
        return rounds.stream().mapToInt(r -> r.pairs().size()).sum();
    }

    /// How long a round takes when all is well.
    private Duration takes(Round round) {
        boolean apart = round.together() == Together.NO;
        Settings its = apart ? settings : settings.together();
        if (!apart) {
            return takes(together(), its);
        }
        return round.pairs().stream()
                .map(this::of)
                .distinct()
                .map(some -> takes(some, its))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static Duration takes(List<Benchmark> some, Settings its) {
        Duration sum = Duration.ZERO;
        for (Benchmark b : some) {
            for (Case c : b.cases(its)) {
                sum = sum.plus(c.takes().plus(OVERHEAD).multipliedBy(its.repeat()));
            }
        }
        return sum;
    }

    /// How long all rounds take when all is well.
    public Duration expected() {
        return rounds.stream()
                .filter(r -> !r.pairs().isEmpty())
                .map(this::takes)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
