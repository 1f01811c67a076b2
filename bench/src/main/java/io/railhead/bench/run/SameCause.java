package io.railhead.bench.run;

import io.railhead.bench.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Failures of one benchmark on one pair: those that have the same reason are one, of all the cases
/// that met it.
final class SameCause {
    /// Ports, process numbers and times, which differ from run to run.
    private static final Pattern NUMBERS = Pattern.compile("\\d+");

    private SameCause() {}

    /// @param name of the benchmark, for what all its cases met
    /// @param cases how many it has
    static List<Failure> folded(List<Failure> all, String name, int cases) {
        Map<String, List<Failure>> reasons = new LinkedHashMap<>();
        for (Failure f : all) {
            // `all_gather_perf is not there` is the same of every collective.
            String own = f.label().replaceFirst(" .*", "");
            String reason =
                    f.unreachable() + NUMBERS.matcher(f.why().replace(own, "")).replaceAll("#");
            reasons.computeIfAbsent(reason, r -> new ArrayList<>()).add(f);
        }
        return reasons.values().stream().map(same -> one(same, name, cases)).toList();
    }

    private static Failure one(List<Failure> same, String name, int cases) {
        Failure first = same.getFirst();
        if (same.size() == 1) {
            return first;
        }
        String label =
                same.size() == cases
                        ? name
                        : same.stream().map(Failure::label).collect(Collectors.joining("; "));
        return new Failure(first.pair(), label, first.why(), first.unreachable());
    }
}
