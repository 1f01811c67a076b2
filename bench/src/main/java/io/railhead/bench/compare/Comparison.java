package io.railhead.bench.compare;

import io.railhead.bench.twins.Repeats;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;

/// One run held against another: like with like, and a refusal that names the difference for
/// everything else.
///
/// @param alike values that were taken under equal conditions but for what the comparison is about
/// @param refused values of the same path and kind whose conditions differ otherwise
/// @param onlyBefore values the second run has nothing for
/// @param onlyAfter values the first run has nothing for
public record Comparison(
        List<Row> alike,
        List<Refusal> refused,
        List<Measurement> onlyBefore,
        List<Measurement> onlyAfter) {

    /// What one packet of a run decides: of two single runs nothing follows from it.
    private static final Set<Statistic> CHANCE = Set.of(Statistic.MAX, Statistic.STDDEV);

    /// What no comparison is about.
    private static final Set<String> NEVER = Set.of("trip", "from", "to", "rail");

    /// Changes within this are nobody's merit, however quiet the runs were.
    public static final double LEAST_NOISE = 0.02;

    /// What two single runs have to differ by before anything is said of it: nobody knows their
    /// spread. A choice, not a measured figure: repeat a run to have its own spread instead.
    public static final double SINGLE_NOISE = 0.25;

    /// How a value changed, beyond the noise.
    public enum Change {
        BETTER,
        WORSE,
        SAME,
        /// Both are single runs, and do not differ so much that chance could not have done it.
        UNCERTAIN,
        /// Neither more nor less of it is better by itself.
        NEITHER;

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /// @param ratio after / before - 1
    /// @param noise the larger of the spreads of the two, and at least [#LEAST_NOISE]; of single
    ///     runs [#SINGLE_NOISE]
    /// @param single true when neither has a spread
    public record Row(
            Measurement before,
            Measurement after,
            double ratio,
            double noise,
            boolean single,
            Change change) {}

    /// @param differences `key: before / after`
    public record Refusal(Measurement before, Measurement after, List<String> differences) {}

    /// @param mayDiffer conditions that the comparison is about and that may therefore differ:
    ///     `mtu`
    public static Comparison of(
            List<Measurement> before, List<Measurement> after, List<String> mayDiffer) {
        List<String> about = new ArrayList<>(mayDiffer);
        // Of how many runs a value is the median says how good it is, not what it is.
        about.add("runs");
        // What the class was set to is what two saturations are compared for.
        about.add("qos");
        List<Row> alike = new ArrayList<>();
        List<Refusal> refused = new ArrayList<>();
        List<Measurement> onlyBefore = new ArrayList<>();
        Set<Integer> free = new LinkedHashSet<>();
        for (int i = 0; i < after.size(); i++) {
            if (!Repeats.isOfOthers(after.get(i))) {
                free.add(i);
            }
        }
        List<Measurement> unmatched = new ArrayList<>();
        // Equals first: a value must not be refused against one that another equals.
        for (Measurement m : before) {
            if (Repeats.isOfOthers(m)) {
                continue;
            }
            Optional<Integer> equal =
                    free.stream()
                            .filter(i -> sameKind(m, after.get(i)))
                            .filter(
                                    i ->
                                            m.conditions()
                                                    .differences(after.get(i).conditions(), about)
                                                    .isEmpty())
                            .findFirst();
            if (equal.isPresent()) {
                free.remove(equal.get());
                alike.add(row(m, after.get(equal.get()), before, after));
            } else {
                unmatched.add(m);
            }
        }
        for (Measurement m : unmatched) {
            Optional<Integer> nearest =
                    free.stream()
                            .filter(i -> sameKind(m, after.get(i)))
                            .filter(i -> samePlace(m, after.get(i), about))
                            .min(
                                    java.util.Comparator.comparingInt(
                                            i ->
                                                    m.conditions()
                                                            .differences(
                                                                    after.get(i).conditions(),
                                                                    about)
                                                            .size()));
            if (nearest.isPresent()) {
                free.remove(nearest.get());
                Measurement other = after.get(nearest.get());
                refused.add(
                        new Refusal(
                                m, other, m.conditions().differences(other.conditions(), about)));
            } else {
                onlyBefore.add(m);
            }
        }
        return new Comparison(
                List.copyOf(alike),
                List.copyOf(refused),
                List.copyOf(onlyBefore),
                free.stream().map(after::get).toList());
    }

    /// Two hosts of one run: what each measured with the same partners and by itself, one as
    /// «before» and the other as «after».
    ///
    /// @param mayDiffer conditions that may differ between the hosts
    public static Comparison ofHosts(
            List<Measurement> run, String one, String other, List<String> mayDiffer) {
        return of(of(run, one, other), of(run, other, one), mayDiffer);
    }

    /// The values of one host but those with the other, under a name that both share.
    private static List<Measurement> of(List<Measurement> run, String host, String other) {
        List<Measurement> own = new ArrayList<>();
        for (Measurement m : run) {
            String from = m.conditions().get("from");
            String to = m.conditions().get("to");
            if ((from.equals(host) || to.equals(host))
                    && !from.equals(other)
                    && !to.equals(other)) {
                own.add(
                        new Measurement(
                                m.metric(),
                                m.value(),
                                m.unit(),
                                m.statistic(),
                                m.conditions()
                                        .with("from", from.equals(host) ? "twin" : from)
                                        .with("to", to.equals(host) ? "twin" : to),
                                m.source(),
                                m.expectation()));
            }
        }
        return own;
    }

    /// The option of `compare` that states that the comparison is about what the refused values
    /// differ in: `--about mtu,driver`. Empty when nothing was refused, or some for what can never
    /// be compared: half a round trip is none, and who measured where is no condition.
    public Optional<String> option() {
        Set<String> keys = new TreeSet<>();
        for (Refusal r : refused) {
            r.differences().forEach(d -> keys.add(d.replaceFirst(": .*", "")));
        }
        keys.removeAll(NEVER);
        return keys.isEmpty() ? Optional.empty() : Optional.of("--about " + String.join(",", keys));
    }

    public boolean worseAny() {
        return alike.stream().anyMatch(r -> r.change() == Change.WORSE);
    }

    private static boolean sameKind(Measurement a, Measurement b) {
        return a.metric().equals(b.metric())
                && a.statistic() == b.statistic()
                && a.unit().equals(b.unit());
    }

    private static boolean samePlace(Measurement a, Measurement b, List<String> about) {
        for (String key :
                List.of(
                        "from",
                        "to",
                        "rail",
                        "streams",
                        "load",
                        "pattern",
                        "device",
                        "port",
                        "priority",
                        "counter")) {
            if (!about.contains(key) && !a.conditions().get(key).equals(b.conditions().get(key))) {
                return false;
            }
        }
        return true;
    }

    private static Row row(
            Measurement m, Measurement n, List<Measurement> before, List<Measurement> after) {
        double ratio =
                m.value() == 0 ? (n.value() == 0 ? 0 : Double.NaN) : n.value() / m.value() - 1;
        OptionalDouble was = spread(m, before);
        OptionalDouble is = spread(n, after);
        boolean single = was.isEmpty() && is.isEmpty();
        double noise =
                single
                        ? SINGLE_NOISE
                        : Math.max(LEAST_NOISE, Math.max(was.orElse(0), is.orElse(0)));
        return new Row(m, n, ratio, noise, single, change(m, ratio, noise, single));
    }

    private static OptionalDouble spread(Measurement m, List<Measurement> in) {
        return in.stream()
                .filter(s -> s.metric().equals(m.metric() + Repeats.SPREAD))
                .filter(s -> s.statistic() == m.statistic())
                .filter(s -> s.conditions().equals(m.conditions()))
                .mapToDouble(Measurement::value)
                .max();
    }

    private static Change change(Measurement m, double ratio, double noise, boolean single) {
        boolean more =
                m.metric().endsWith("bandwidth")
                        || m.metric().endsWith("fairness")
                        || m.metric().endsWith("busbw")
                        || m.metric().endsWith("iops")
                        || m.metric().endsWith(".sum");
        boolean less =
                m.unit().equals("ns")
                        || m.metric().endsWith("retransmits")
                        || m.metric().endsWith("drops")
                        || m.metric().endsWith("wrong")
                        || m.metric().endsWith("loss");
        if (!more && !less) {
            return Change.NEITHER;
        }
        if (Double.isNaN(ratio) && single && m.metric().endsWith("retransmits")) {
            // A few of a run that had none before.
            return Change.UNCERTAIN;
        }
        if (single && CHANCE.contains(m.statistic())) {
            return ratio == 0 ? Change.SAME : Change.UNCERTAIN;
        }
        if (Double.isNaN(ratio)) {
            return more ? Change.BETTER : Change.WORSE;
        }
        if (Math.abs(ratio) <= noise) {
            return single && ratio != 0 ? Change.UNCERTAIN : Change.SAME;
        }
        return (ratio > 0) == more ? Change.BETTER : Change.WORSE;
    }
}
