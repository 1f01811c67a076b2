package io.railhead.bench.twins;

import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Finds those that differ from all their twins.
public final class OddOnes {
    private OddOnes() {}

    /// The machines, rails and pairs whose values are outliers among the measurements of their
    /// kind; none when there are fewer than four twins.
    public static List<OddOne> among(List<Measurement> measurements) {
        return Twins.groups(measurements).stream().flatMap(g -> g.oddOnes().stream()).toList();
    }

    /// What is usual among the pairs of a rail: the median over hosts of each host's own median,
    /// which a bad host does not move although in a small cluster half of the pairs are its own.
    /// NaN of nothing.
    public static double usual(List<Measurement> pairs) {
        Map<String, List<Double>> byHost = new LinkedHashMap<>();
        for (Measurement m : pairs) {
            for (String end : List.of("from", "to")) {
                byHost.computeIfAbsent(m.conditions().get(end), h -> new ArrayList<>())
                        .add(m.value());
            }
        }
        return Robust.median(byHost.values().stream().map(Robust::median).toList());
    }
}
