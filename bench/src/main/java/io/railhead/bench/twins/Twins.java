package io.railhead.bench.twins;

import io.railhead.bench.Values;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/// Values that should be equal because the machines are: the pairs of one rail, or, with few hosts
/// and many rails, the rails. What strays from them is named.
///
/// A machine with a fault spoils every pair it is part of, which in a small cluster is half of
/// them; the reference is therefore the median over machines of each machine's own median, and the
/// noise is the larger of the typical machine's own deviation (MAD x 1.4826) and that between
/// machines. A value is an outlier beyond five times the noise, and beyond what healthy twins
/// differ anyway ([Judged#tolerance]).
public final class Twins {
    /// With fewer there is no telling who is the odd one.
    public static final int LEAST = 4;

    static final double SIGMAS = 5;

    private static final List<String> NOT_IDENTITY =
            List.of(
                    "from",
                    "to",
                    "rail",
                    "mtu",
                    "line",
                    "driver",
                    "kernel",
                    "governor",
                    "hops",
                    "cable",
                    "drive",
                    "version",
                    "congestion",
                    "runs",
                    "flows",
                    "recorded");

    private Twins() {}

    /// @param expectation what every member is held against; of the reason why there is none when
    ///     there are too few
    /// @param members indexes into the list of measurements
    public record Group(List<Integer> members, Expectation expectation, List<OddOne> oddOnes) {}

    public static List<Group> groups(List<Measurement> all) {
        Map<String, List<Integer>> sameKind = new LinkedHashMap<>();
        for (int i = 0; i < all.size(); i++) {
            Measurement m = all.get(i);
            if (Judged.of(m).isPresent()) {
                sameKind.computeIfAbsent(kind(m), k -> new ArrayList<>()).add(i);
            }
        }
        List<Group> groups = new ArrayList<>();
        for (List<Integer> members : sameKind.values()) {
            Map<String, List<Integer>> rails = new LinkedHashMap<>();
            for (int i : members) {
                rails.computeIfAbsent(get(all.get(i), "rail"), r -> new ArrayList<>()).add(i);
            }
            long hosts =
                    members.stream().flatMap(i -> hostsOf(all.get(i)).stream()).distinct().count();
            if (hosts < LEAST && rails.size() >= LEAST) {
                groups.add(judge(all, members, "all rails", m -> List.of(get(m, "rail"))));
            } else {
                rails.forEach((rail, of) -> groups.add(judge(all, of, rail, Twins::hostsOf)));
            }
        }
        return groups;
    }

    private static Group judge(
            List<Measurement> all,
            List<Integer> members,
            String where,
            Function<Measurement, List<String>> machines) {
        Judged judged = Judged.of(all.get(members.getFirst())).orElseThrow();
        Map<String, List<Double>> byMachine = new LinkedHashMap<>();
        for (int i : members) {
            for (String machine : machines.apply(all.get(i))) {
                byMachine.computeIfAbsent(machine, n -> new ArrayList<>()).add(all.get(i).value());
            }
        }
        if (byMachine.size() < LEAST) {
            return new Group(
                    members,
                    Expectation.none(
                            "no twins to compare with: "
                                    + byMachine.size()
                                    + " of at least "
                                    + LEAST),
                    List.of());
        }
        Map<String, Double> medians = new LinkedHashMap<>();
        List<Double> deviations = new ArrayList<>();
        byMachine.forEach(
                (machine, values) -> {
                    double median = Robust.median(values);
                    medians.put(machine, median);
                    deviations.add(Robust.deviation(values, median));
                });
        double reference = Robust.median(medians.values());
        double noise =
                Robust.SIGMA
                        * Math.max(
                                Robust.median(deviations),
                                Robust.deviation(medians.values(), reference));
        double tolerance = Math.max(SIGMAS * noise, judged.tolerance() * reference);
        String unit = all.get(members.getFirst()).unit();
        if (tolerance > judged.blind() * reference) {
            return new Group(
                    members,
                    Expectation.none(
                            String.format(
                                    Locale.ROOT,
                                    "the twins on %s differ too much among themselves to call one"
                                            + " odd: median %s of %d values, noise %s",
                                    where,
                                    Values.text(reference, unit),
                                    members.size(),
                                    Values.text(noise, unit))),
                    List.of());
        }
        String why =
                String.format(
                        Locale.ROOT,
                        "twins on %s: median %s of %d values, noise %s; %s %s is an outlier",
                        where,
                        Values.text(reference, unit),
                        members.size(),
                        Values.text(noise, unit),
                        judged.moreIsBetter() ? "below" : "above",
                        Values.text(
                                reference + (judged.moreIsBetter() ? -tolerance : tolerance),
                                unit));
        Expectation expectation =
                judged.moreIsBetter()
                        ? new Expectation(
                                reference - tolerance, reference, Double.POSITIVE_INFINITY, why)
                        : new Expectation(
                                Double.NEGATIVE_INFINITY, reference, reference + tolerance, why);
        return new Group(
                members,
                expectation,
                oddOnes(all, members, where, machines, judged, reference, expectation));
    }

    /// The machine (whole, or in one role) whose typical value is an outlier; then the single
    /// pairs that are and that no such machine explains.
    private static List<OddOne> oddOnes(
            List<Measurement> all,
            List<Integer> members,
            String where,
            Function<Measurement, List<String>> machines,
            Judged judged,
            double reference,
            Expectation expectation) {
        List<Measurement> values = members.stream().map(all::get).toList();
        Map<String, List<Measurement>> whole = new LinkedHashMap<>();
        for (Measurement m : values) {
            for (String machine : machines.apply(m)) {
                whole.computeIfAbsent(machine, s -> new ArrayList<>()).add(m);
            }
        }
        Map<String, List<Measurement>> odd = new LinkedHashMap<>();
        Set<String> named = new HashSet<>();
        whole.forEach(
                (machine, own) -> {
                    List<Measurement> sent = inRole(own, "from", machine);
                    List<Measurement> received = inRole(own, "to", machine);
                    boolean sends = outside(sent, expectation);
                    boolean receives = outside(received, expectation);
                    if ((sends && receives) || (sends == receives && outside(own, expectation))) {
                        odd.put(machine, own);
                        named.add(machine);
                    } else if (sends && sent.size() > 1) {
                        odd.put(machine + " as sender", sent);
                        named.add(machine);
                    } else if (receives && received.size() > 1) {
                        odd.put(machine + " as receiver", received);
                        named.add(machine);
                    }
                });
        for (Measurement m : values) {
            if (outside(m.value(), expectation)
                    && machines.apply(m).stream().noneMatch(named::contains)) {
                odd.put(get(m, "from") + " -> " + get(m, "to"), List.of(m));
            }
        }
        List<OddOne> found = new ArrayList<>();
        odd.forEach(
                (subject, own) -> found.add(odd(subject, where, judged, reference, own, values)));
        return found;
    }

    private static List<Measurement> inRole(List<Measurement> own, String role, String machine) {
        return own.stream().filter(m -> get(m, role).equals(machine)).toList();
    }

    private static boolean outside(List<Measurement> values, Expectation e) {
        return !values.isEmpty()
                && outside(Robust.median(values.stream().map(Measurement::value).toList()), e);
    }

    private static OddOne odd(
            String subject,
            String where,
            Judged judged,
            double reference,
            List<Measurement> own,
            List<Measurement> values) {
        Measurement first = own.getFirst();
        double value = Robust.median(own.stream().map(Measurement::value).toList());
        String summary =
                String.format(
                        Locale.ROOT,
                        "%s on %s: %s %s where its twins have %s",
                        subject,
                        where,
                        Values.name(first),
                        Values.text(value, first.unit()),
                        Values.text(reference, first.unit()));
        return new OddOne(subject, where, judged.metric(), summary, differences(own, values));
    }

    /// Conditions that all its values share and that most of the others do not have.
    private static List<String> differences(List<Measurement> own, List<Measurement> values) {
        List<String> found = new ArrayList<>();
        // By identity: comparing whole records pair by pair takes minutes for a hundred hosts.
        Set<Measurement> mineToo = Collections.newSetFromMap(new IdentityHashMap<>());
        mineToo.addAll(own);
        for (String key : List.of("mtu", "line", "driver", "kernel", "governor", "cable", "hops")) {
            String mine = get(own.getFirst(), key);
            if (own.stream().anyMatch(m -> !get(m, key).equals(mine))) {
                continue;
            }
            Map<String, Integer> others = new HashMap<>();
            for (Measurement m : values) {
                if (!mineToo.contains(m)) {
                    others.merge(get(m, key), 1, Integer::sum);
                }
            }
            Optional<String> usual =
                    others.entrySet().stream()
                            .max(Map.Entry.comparingByValue())
                            .map(Map.Entry::getKey);
            if (usual.isPresent() && !usual.get().equals(mine)) {
                found.add("%s: %s, its twins %s".formatted(key, stated(mine), stated(usual.get())));
            }
        }
        return found;
    }

    private static String stated(String value) {
        return value.isEmpty() ? "not stated" : value;
    }

    static boolean outside(double value, Expectation e) {
        return value < e.low() || value > e.high();
    }

    public static List<String> hostsOf(Measurement m) {
        String to = get(m, "to");
        return to.isEmpty() ? List.of(get(m, "from")) : List.of(get(m, "from"), to);
    }

    private static String get(Measurement m, String key) {
        return m.conditions().get(key);
    }

    /// What twins have in common.
    public static String kind(Measurement m) {
        Map<String, String> identity = new LinkedHashMap<>(m.conditions().values());
        NOT_IDENTITY.forEach(identity::remove);
        return m.metric() + " " + m.statistic() + " " + identity;
    }
}
