package io.railhead.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Which unit a metric is in, by how its name ends, and the most that a value of the unit can be.
/// Metrics that are none of these may be in any unit there is ([io.railhead.model.Measurement]).
final class MetricUnits {
    /// More than any value: 2 to the 60th.
    static final double MOST = 1L << 60;

    /// The most of each unit, far above what any machine does and below what no table holds:
    /// 10 Pb/s, 11 days, an exbibyte, 10^12 operations a second.
    private static final Map<String, Double> UNITS =
            Map.of(
                    "bit/s", 1e16,
                    "ns", 1e15,
                    "byte", MOST,
                    "op/s", 1e12,
                    "count", MOST,
                    "ratio", 1e6);

    private record Ending(String name, String unit) {}

    /// The first that fits is it: what says how sure a value is stands before what it is of.
    private static final List<Ending> ENDINGS =
            List.of(
                    new Ending(".spread", "ratio"),
                    new Ending(".samples", "count"),
                    new Ending(".bandwidth.sum", "bit/s"),
                    new Ending(".bandwidth", "bit/s"),
                    new Ending(".busbw", "bit/s"),
                    new Ending(".busbw.sweep", "bit/s"),
                    new Ending(".latency", "ns"),
                    new Ending(".rtt", "ns"),
                    new Ending(".iops", "op/s"),
                    new Ending(".path-mtu", "byte"),
                    new Ending(".loss", "ratio"),
                    new Ending(".fairness", "ratio"),
                    new Ending(".cpu.sender", "ratio"),
                    new Ending(".cpu.receiver", "ratio"),
                    new Ending(".retransmits", "count"),
                    new Ending(".wrong", "count"));

    private MetricUnits() {}

    /// The units that a metric may be in.
    static Set<String> of(String metric) {
        String of = metric.replaceFirst("\\.median-(low|high)$", "");
        for (Ending e : ENDINGS) {
            if (of.endsWith(e.name)) {
                return Set.of(e.unit);
            }
        }
        return UNITS.keySet();
    }

    static String words(Set<String> units) {
        return (units.size() > 1 ? "one of " : "") + String.join(", ", new TreeSet<>(units));
    }

    static double most(String unit) {
        return UNITS.getOrDefault(unit, MOST);
    }
}
