package io.railhead.bench.run;

import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.bench.ceiling.TcpCeiling;
import io.railhead.bench.judge.Expectations;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.schedule.Round;
import io.railhead.bench.schedule.Uplinks;
import io.railhead.model.Bandwidth;
import io.railhead.model.Conditions;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/// What pairs that ran at once had together: the sum of their bandwidths, held against what their
/// lines, the slots of their cards and the uplinks between them let through at once, and told
/// beside the sum of what the same pairs had each by itself.
///
/// The sum of separate values is never given for what was not run at once.
record Sums(List<Measurement> measurements, List<String> notes) {
    private static final String TOGETHER = "together";

    /// What tells the tests of a round apart.
    private static final List<String> TEST =
            List.of("tool", "streams", "window", "verb", "message", "qps", "direction", "duration");

    /// The conditions of each value of the round.
    static Map<String, String> conditions(Round round) {
        return Map.of(
                TOGETHER, round.together().word(), "flows", Integer.toString(round.pairs().size()));
    }

    static Sums of(List<Measurement> all, BenchPlan plan, Map<Pair, Optional<Path>> paths) {
        Sums sums = new Sums(new ArrayList<>(), new ArrayList<>());
        for (Round round : plan.rounds()) {
            switch (round.together()) {
                case NO -> {}
                case RAILS ->
                        round.pairs().stream()
                                .collect(
                                        Collectors.groupingBy(
                                                p -> p.from() + " -> " + p.to(),
                                                LinkedHashMap::new,
                                                Collectors.toList()))
                                .values()
                                .forEach(rails -> sums.add(rails, round, all, plan, paths));
                case BISECTION -> sums.add(round.pairs(), round, all, plan, paths);
            }
        }
        return sums;
    }

    private void add(
            List<Pair> pairs,
            Round round,
            List<Measurement> all,
            BenchPlan plan,
            Map<Pair, Optional<Path>> paths) {
        Map<String, List<Measurement>> tests = new LinkedHashMap<>();
        Map<String, List<Measurement>> apart = new LinkedHashMap<>();
        for (Measurement m : all) {
            boolean bandwidth =
                    m.metric().endsWith(".bandwidth") && m.statistic() == Statistic.MEAN;
            if (bandwidth && pairs.contains(Expectations.pair(m))) {
                String together = m.conditions().get(TOGETHER);
                if (together.equals(round.together().word())) {
                    tests.computeIfAbsent(test(m), t -> new ArrayList<>()).add(m);
                } else if (together.isEmpty()) {
                    apart.computeIfAbsent(test(m), t -> new ArrayList<>()).add(m);
                }
            }
        }
        tests.forEach(
                (test, members) -> {
                    Measurement first = members.getFirst();
                    if (members.size() < pairs.size()) {
                        notes.add(
                                "%s: no sum: %d of %d flows gave a value"
                                        .formatted(
                                                where(pairs, round), members.size(), pairs.size()));
                        return;
                    }
                    List<Measurement> separate = apart.getOrDefault(test, List.of());
                    double sum = members.stream().mapToDouble(Measurement::value).sum();
                    measurements.add(
                            new Measurement(
                                            first.metric() + ".sum",
                                            sum,
                                            first.unit(),
                                            first.statistic(),
                                            shared(members, pairs, round),
                                            first.source(),
                                            Optional.empty())
                                    .expecting(
                                            expectation(
                                                    sum,
                                                    members,
                                                    separate.size() == pairs.size()
                                                            ? separate
                                                            : List.of(),
                                                    plan.uplinks(),
                                                    paths)));
                });
    }

    private static String where(List<Pair> pairs, Round round) {
        return BenchPlan.span(pairs.stream().map(Pair::from).distinct().toList())
                + " -> "
                + BenchPlan.span(pairs.stream().map(Pair::to).distinct().toList())
                + ", "
                + round.together().word()
                + " at once";
    }

    private static String test(Measurement m) {
        StringBuilder text = new StringBuilder(m.metric());
        TEST.forEach(k -> text.append(' ').append(m.conditions().get(k)));
        return text.toString();
    }

    private static Conditions shared(List<Measurement> members, List<Pair> pairs, Round round) {
        Conditions c = Conditions.of();
        for (Map.Entry<String, String> e : members.getFirst().conditions().values().entrySet()) {
            if (members.stream()
                    .allMatch(m -> m.conditions().get(e.getKey()).equals(e.getValue()))) {
                c = c.with(e.getKey(), e.getValue());
            }
        }
        return c.with("from", BenchPlan.span(pairs.stream().map(Pair::from).distinct().toList()))
                .with("to", BenchPlan.span(pairs.stream().map(Pair::to).distinct().toList()))
                .with(
                        "rail",
                        pairs.stream().map(Pair::rail).distinct().collect(Collectors.joining("+")))
                .with(TOGETHER, round.together().word())
                .with("flows", Integer.toString(pairs.size()));
    }

    /// A limit of the sum and what it is of.
    private record Limit(double bitsPerSecond, String what) {}

    private static Expectation expectation(
            double sum,
            List<Measurement> members,
            List<Measurement> separate,
            Uplinks uplinks,
            Map<Pair, Optional<Path>> paths) {
        String apart = "";
        if (!separate.isEmpty()) {
            double each = separate.stream().mapToDouble(Measurement::value).sum();
            apart =
                    String.format(
                            Locale.ROOT,
                            "one after the other the same flows had %s = %s; at once %.0f %% of"
                                    + " that",
                            few(separate),
                            new Bandwidth(each),
                            100 * sum / each);
        }
        List<Path> ways = new ArrayList<>();
        List<Expectation> each = new ArrayList<>();
        for (Measurement m : members) {
            Optional<Path> path = paths.getOrDefault(Expectations.pair(m), Optional.empty());
            Expectation own = Expectations.ofLine(m, path);
            if (path.isEmpty() || !own.bounded() || Double.isNaN(own.typical())) {
                return Expectation.none(own.why() + (apart.isEmpty() ? "" : "; " + apart));
            }
            ways.add(path.get());
            each.add(own);
        }
        List<Limit> limits = new ArrayList<>();
        limits.add(
                new Limit(
                        each.stream().mapToDouble(Expectation::typical).sum(),
                        "%d lines at what each may carry".formatted(members.size())));
        limits.add(slots(ways, each, true));
        limits.add(slots(ways, each, false));
        uplinkLimit(ways, each, uplinks).ifPresent(limits::add);
        Limit least =
                limits.stream()
                        .min(java.util.Comparator.comparingDouble(Limit::bitsPerSecond))
                        .orElseThrow();
        String why =
                limits.stream()
                                .map(l -> l.what() + ": " + new Bandwidth(l.bitsPerSecond()))
                                .distinct()
                                .collect(Collectors.joining("; "))
                        + "; what binds is "
                        + least.what()
                        + String.format(
                                Locale.ROOT, "; %.0f %% of that is the least", TcpCeiling.LOW * 100)
                        + (apart.isEmpty() ? "" : "; " + apart);
        return new Expectation(
                least.bitsPerSecond() * TcpCeiling.LOW,
                least.bitsPerSecond(),
                limits.getFirst().bitsPerSecond() * TcpCeiling.HIGH,
                why);
    }

    private static String few(List<Measurement> values) {
        String all = values.stream().limit(4).map(Values::text).collect(Collectors.joining(" + "));
        return values.size() > 4 ? all + " + " + (values.size() - 4) + " more" : all;
    }

    /// What the cards of one side let through: cards that several flows share let all of them
    /// through one slot.
    private static Limit slots(List<Path> ways, List<Expectation> each, boolean sending) {
        Map<String, List<Integer>> byCard = new LinkedHashMap<>();
        for (int i = 0; i < ways.size(); i++) {
            Port port = sending ? ways.get(i).from() : ways.get(i).to();
            byCard.computeIfAbsent(port.place().orElse(port.label()), c -> new ArrayList<>())
                    .add(i);
        }
        double sum = 0;
        List<String> sharing = new ArrayList<>();
        for (Map.Entry<String, List<Integer>> card : byCard.entrySet()) {
            double lines = card.getValue().stream().mapToDouble(i -> each.get(i).typical()).sum();
            Path first = ways.get(card.getValue().getFirst());
            Optional<Bandwidth> slot = TcpCeiling.usable(sending ? first.from() : first.to());
            if (slot.isPresent() && slot.get().bitsPerSecond() < lines) {
                sum += slot.get().bitsPerSecond();
                sharing.add(card.getKey());
            } else {
                sum += lines;
            }
        }
        String side = sending ? "senders" : "receivers";
        return new Limit(
                sum,
                sharing.isEmpty()
                        ? "the slots of the " + side
                        : "the PCIe slot of "
                                + sharing.getFirst()
                                + (sharing.size() > 1
                                        ? " and " + (sharing.size() - 1) + " more"
                                        : "")
                                + ", which the flows of its card share");
    }

    private static Optional<Limit> uplinkLimit(
            List<Path> ways, List<Expectation> each, Uplinks uplinks) {
        Map<String, Double> leaves = new LinkedHashMap<>();
        double local = 0;
        for (int i = 0; i < ways.size(); i++) {
            Pair pair = ways.get(i).pair();
            if (uplinks.crosses(pair)) {
                String leaf = uplinks.leaf(pair.rail(), pair.from()).orElseThrow();
                leaves.merge(leaf, each.get(i).typical(), Double::sum);
            } else {
                local += each.get(i).typical();
            }
        }
        double sum = local;
        List<String> bound = new ArrayList<>();
        for (Map.Entry<String, Double> leaf : leaves.entrySet()) {
            OptionalDouble up = uplinks.bitsPerSecond(leaf.getKey());
            // What headers cost on the hosts' lines they cost on uplinks too.
            double line =
                    ways.getFirst().from().speed().map(Bandwidth::bitsPerSecond).orElse(Double.NaN);
            double share = Double.isNaN(line) ? 1 : Math.min(1, each.getFirst().typical() / line);
            double most = up.isPresent() ? up.getAsDouble() * share : Double.POSITIVE_INFINITY;
            if (most < leaf.getValue()) {
                bound.add(leaf.getKey());
            }
            sum += Math.min(most, leaf.getValue());
        }
        return bound.isEmpty()
                ? Optional.empty()
                : Optional.of(new Limit(sum, "the uplinks of " + String.join(", ", bound)));
    }
}
