package io.railhead.cli.report;

import io.railhead.bench.Pair;
import io.railhead.bench.Values;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Verdict;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Measurements by the path they were taken on.
final class Paths {
    private Paths() {}

    /// One direction between two hosts on a rail.
    record Way(String rail, String from, String to) implements Comparable<Way> {
        private static final Comparator<Way> ORDER =
                Comparator.comparing(Way::rail, Names.ORDER)
                        .thenComparing(Way::from, Names.ORDER)
                        .thenComparing(Way::to, Names.ORDER);

        static Way of(Measurement m) {
            String device = m.conditions().get("device");
            return new Way(
                    m.conditions().get("rail"),
                    device.isEmpty() ? m.conditions().get("from") : device,
                    device.isEmpty() ? m.conditions().get("to") : m.conditions().get("port"));
        }

        @Override
        public int compareTo(Way other) {
            return ORDER.compare(this, other);
        }

        /// `gpu01 → gpu02`; a host that was measured by itself by its name.
        String label() {
            if (from.isEmpty() && to.isEmpty()) {
                return "this machine";
            }
            if (rail.isEmpty() && to.equals(Pair.ALL)) {
                return "all hosts";
            }
            return to.isEmpty() ? from : from + " → " + to;
        }
    }

    /// Where a value was taken, without its rail: `gpu01>gpu02`, a host, a port of a device, or all
    /// there is: sums, fairness and jobs have no two ends.
    static String where(Measurement m) {
        Conditions c = m.conditions();
        String from = c.get("from");
        String to = c.get("to");
        if (!c.get("launch").isEmpty() || to.equals(Pair.ALL)) {
            return "all hosts";
        }
        if (!c.get("device").isEmpty()) {
            return c.get("device") + (c.get("port").isEmpty() ? "" : "/" + c.get("port"));
        }
        if (from.isEmpty() && to.isEmpty()) {
            return c.get("flows").isEmpty() ? "this machine" : "all flows";
        }
        return from + (to.isEmpty() ? "" : ">" + to);
    }

    static boolean isBandwidth(Measurement m) {
        return m.metric().matches("(tcp|rdma)\\.bandwidth")
                && m.unit().equals("bit/s")
                && !isTogether(m)
                && m.statistic() != Statistic.PEAK;
    }

    /// One of several flows that ran at once, or their sum.
    static boolean isTogether(Measurement m) {
        return !m.conditions().get("together").isEmpty();
    }

    static boolean isLatency(Measurement m) {
        return m.metric().equals("tcp.latency") && m.unit().equals("ns");
    }

    /// Measurements by way, ways in order.
    static Map<Way, List<Measurement>> byWay(List<Measurement> all) {
        Map<Way, List<Measurement>> ways = new TreeMap<>();
        for (Measurement m : all) {
            ways.computeIfAbsent(Way.of(m), w -> new java.util.ArrayList<>()).add(m);
        }
        return ways;
    }

    /// What tells the bandwidths of one way apart: `1 stream`, `4 streams`, in order.
    static String series(Measurement m) {
        if (m.metric().startsWith("rdma.")) {
            return Values.name(m).replace(" bandwidth", "");
        }
        String streams = m.conditions().get("streams");
        String protocol = m.metric().startsWith("tcp") ? "TCP" : m.metric().replaceAll("\\..*", "");
        return streams.isEmpty()
                ? protocol
                : protocol + ", " + streams + (streams.equals("1") ? " stream" : " streams");
    }

    /// The distinct series of the bandwidths, in the order of their numbers.
    static List<String> seriesOf(List<Measurement> all) {
        return all.stream()
                .filter(Paths::isBandwidth)
                .map(Paths::series)
                .distinct()
                .sorted(Names.ORDER)
                .toList();
    }

    static Optional<Measurement> latency(
            List<Measurement> of, Statistic statistic, boolean underLoad) {
        return of.stream()
                .filter(Paths::isLatency)
                .filter(m -> m.statistic() == statistic)
                .filter(m -> m.conditions().get("load").equals("under-load") == underLoad)
                .findFirst();
    }

    /// Verdicts and how often each came, all three named.
    static Map<Verdict, Integer> verdicts(List<Measurement> all) {
        Map<Verdict, Integer> count = new LinkedHashMap<>();
        for (Verdict v : Verdict.values()) {
            count.put(v, 0);
        }
        all.forEach(m -> count.merge(m.verdict(), 1, Integer::sum));
        return count;
    }

    /// The verdict of a path as a whole: missed when anything was; none when its bandwidth, or
    /// everything, could not be judged.
    static Verdict together(List<Measurement> of) {
        if (of.stream().anyMatch(m -> m.verdict() == Verdict.MISSED)) {
            return Verdict.MISSED;
        }
        boolean blind =
                of.stream().anyMatch(m -> isBandwidth(m) && m.verdict() == Verdict.NONE)
                        || of.stream().allMatch(m -> m.verdict() == Verdict.NONE);
        return blind ? Verdict.NONE : Verdict.MET;
    }
}
