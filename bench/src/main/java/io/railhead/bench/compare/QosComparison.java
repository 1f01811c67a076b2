package io.railhead.bench.compare;

import io.railhead.bench.Values;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.fact.CounterRise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Two saturations of the same load under two settings of the queues, side by side: what was lost,
/// what slowed senders down, and what it cost.
///
/// @param name pattern and rail
/// @param before what the queues were set to; `not read` where nobody knew
/// @param differences of ports, duration or traffic: then nothing is compared, and there are no
///     lines
/// @param verdict in words
public record QosComparison(
        String name,
        String before,
        String after,
        List<String> differences,
        List<Line> lines,
        String verdict) {

    /// One figure of both; empty where it was not measured or not counted.
    public record Line(String what, String before, String after) {}

    private static final String UNKNOWN = "not read";
    private static final String UNCOUNTED = "not counted";

    /// What both must have had in common.
    private static final List<String> SAME =
            List.of("ports", "duration", "traffic", "tool", "ran", "lab");

    /// Of each pattern and rail that both runs have.
    public static List<QosComparison> of(List<Measurement> before, List<Measurement> after) {
        Map<String, List<Measurement>> first = groups(before);
        Map<String, List<Measurement>> second = groups(after);
        List<QosComparison> all = new ArrayList<>();
        first.forEach(
                (name, values) -> {
                    List<Measurement> others = second.get(name);
                    if (others != null) {
                        all.add(of(name, values, others));
                    }
                });
        return all;
    }

    private static Map<String, List<Measurement>> groups(List<Measurement> all) {
        Map<String, List<Measurement>> groups = new LinkedHashMap<>();
        for (Measurement m : all) {
            if (m.metric().startsWith("saturate.")) {
                Conditions c = m.conditions();
                groups.computeIfAbsent(
                                c.get("pattern") + " on " + c.get("rail"), _ -> new ArrayList<>())
                        .add(m);
            }
        }
        return groups;
    }

    private static QosComparison of(String name, List<Measurement> a, List<Measurement> b) {
        Conditions first = a.getFirst().conditions();
        Conditions second = b.getFirst().conditions();
        String was = first.get("qos").isEmpty() ? UNKNOWN : first.get("qos");
        String is = second.get("qos").isEmpty() ? UNKNOWN : second.get("qos");
        List<String> differences = new ArrayList<>();
        for (String key : SAME) {
            String one = first.get(key);
            String other = second.get(key);
            if (!one.equals(other)) {
                differences.add(key + ": " + stated(key, one) + " / " + stated(key, other));
            }
        }
        if (!differences.isEmpty()) {
            return new QosComparison(
                    name,
                    was,
                    is,
                    differences,
                    List.of(),
                    "not the same load: nothing is compared");
        }
        List<Line> lines = new ArrayList<>();
        for (PortCounts.Kind kind : PortCounts.Kind.values()) {
            Optional<Long> one = counted(a, kind);
            Optional<Long> other = counted(b, kind);
            if (one.isPresent() || other.isPresent()) {
                lines.add(new Line(words(kind), number(one), number(other)));
            }
        }
        line(lines, "sum", a, b, "saturate.sum.bandwidth", Statistic.MEAN, "");
        line(lines, "fairness (Jain)", a, b, "saturate.fairness", Statistic.MEAN, "");
        for (Statistic s : List.of(Statistic.P50, Statistic.P99)) {
            String load = first.get("pattern");
            line(
                    lines,
                    "latency " + Values.statistic(s) + " under load",
                    a,
                    b,
                    "saturate.latency",
                    s,
                    load);
        }
        return new QosComparison(name, was, is, List.of(), lines, verdict(a, b, was, is));
    }

    private static String stated(String key, String value) {
        return !value.isEmpty() ? value : key.equals("ran") ? "all flows" : "not stated";
    }

    private static String words(PortCounts.Kind kind) {
        return switch (kind) {
            case DROPS -> "drops";
            case PAUSE -> "pause frames";
            case PAUSE_MICROS -> "paused, µs";
            case GLOBAL_PAUSE -> "pause frames of the whole port";
            case CNP -> "CNPs";
            case ECN_MARKED -> "ECN marks";
            case REPEATED -> "repeated";
            case PACKETS -> "packets";
            case BYTES -> "bytes";
        };
    }

    private static String number(Optional<Long> n) {
        return n.map(v -> String.format(Locale.ROOT, "%,d", v)).orElse(UNCOUNTED);
    }

    /// All ports together. A port often counts one event in several places (the whole port and a
    /// priority of it, the NIC and the kernel): of those the largest is taken, a counter of every
    /// priority being the sum of its priorities. What is sent at one end of a link and received at
    /// the other is one event too: the end that counted more tells it. Drops have one place.
    static Optional<Long> counted(List<Measurement> all, PortCounts.Kind kind) {
        Map<String, Map<String, Long>> here = new TreeMap<>();
        Map<String, Map<String, Long>> received = new TreeMap<>();
        for (Measurement m : all) {
            if (m.metric().equals("saturate." + kind.word())) {
                Conditions c = m.conditions();
                String family = c.get("counter").replaceAll("\\d+", "#");
                boolean other =
                        kind != PortCounts.Kind.DROPS && CounterRise.isReceived(c.get("counter"));
                (other ? received : here)
                        .computeIfAbsent(
                                c.get("device") + " " + c.get("port"), _ -> new HashMap<>())
                        .merge(family, (long) m.value(), Long::sum);
            }
        }
        return here.isEmpty() && received.isEmpty()
                ? Optional.empty()
                : Optional.of(Math.max(sum(here), sum(received)));
    }

    private static long sum(Map<String, Map<String, Long>> ports) {
        return ports.values().stream()
                .mapToLong(f -> f.values().stream().mapToLong(Long::longValue).max().orElse(0))
                .sum();
    }

    private static void line(
            List<Line> lines,
            String what,
            List<Measurement> a,
            List<Measurement> b,
            String metric,
            Statistic s,
            String load) {
        Optional<Measurement> one = value(a, metric, s, load);
        Optional<Measurement> other = value(b, metric, s, load);
        if (one.isPresent() || other.isPresent()) {
            lines.add(
                    new Line(
                            what,
                            one.map(Values::text).orElse("not measured"),
                            other.map(Values::text).orElse("not measured")));
        }
    }

    private static Optional<Measurement> value(
            List<Measurement> all, String metric, Statistic s, String load) {
        return all.stream()
                .filter(m -> m.metric().equals(metric) && m.statistic() == s)
                .filter(m -> load.isEmpty() || m.conditions().get("load").equals(load))
                .findFirst();
    }

    private static String verdict(
            List<Measurement> a, List<Measurement> b, String before, String after) {
        Optional<Long> was = counted(a, PortCounts.Kind.DROPS);
        Optional<Long> is = counted(b, PortCounts.Kind.DROPS);
        if (was.isEmpty() || is.isEmpty()) {
            return "no verdict: drops were not counted "
                    + (was.isEmpty() && is.isEmpty()
                            ? "on either side"
                            : was.isEmpty() ? "before" : "after");
        }
        String same =
                !before.equals(after)
                        ? ""
                        : before.equals(UNKNOWN)
                                ? " (what the queues were set to was not read on either side)"
                                : " (the queues were set alike on both sides)";
        return drops(was.get(), is.get()) + how(a, b) + same;
    }

    private static String drops(long was, long is) {
        if (was == 0 && is == 0) {
            return "no drop on either side: this load does not tell them apart";
        }
        if (is == 0) {
            return String.format(
                    Locale.ROOT,
                    "lossless at every counter that was read: 0 drops instead of %,d at the same"
                            + " load",
                    was);
        }
        if (was == 0) {
            return String.format(Locale.ROOT, "lossy: %,d drops instead of 0 at the same load", is);
        }
        return String.format(
                Locale.ROOT,
                "lossy on both sides: %,d drops instead of %,d at the same load",
                is,
                was);
    }

    /// By what senders were slowed down instead.
    private static String how(List<Measurement> a, List<Measurement> b) {
        List<String> grown = new ArrayList<>();
        for (PortCounts.Kind kind :
                List.of(
                        PortCounts.Kind.PAUSE,
                        PortCounts.Kind.GLOBAL_PAUSE,
                        PortCounts.Kind.ECN_MARKED,
                        PortCounts.Kind.CNP)) {
            long was = counted(a, kind).orElse(0L);
            Optional<Long> is = counted(b, kind);
            if (is.isPresent() && is.get() > was) {
                grown.add(
                        String.format(
                                Locale.ROOT,
                                "%,d %s instead of %s",
                                is.get(),
                                words(kind),
                                number(counted(a, kind))));
            }
        }
        return grown.isEmpty() ? "" : "; " + String.join(", ", grown);
    }
}
