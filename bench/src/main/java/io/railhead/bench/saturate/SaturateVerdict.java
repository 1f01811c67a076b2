package io.railhead.bench.saturate;

import io.railhead.model.counters.PortCounts;
import io.railhead.model.intent.Cluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What the counters of a saturation say of drops, and no more: «lossless» is nothing that one run
/// could show.
///
/// @param grown by how much each counter grew
/// @param switchesRead switches that answered
record SaturateVerdict(
        Cluster cluster,
        SaturatePlan plan,
        Map<PortCounts.Key, Long> grown,
        Set<String> switchesRead) {
    private static final int MOST = 8;

    String words() {
        String where = plan.pattern().word() + " on " + plan.rail();
        List<String> drops =
                grown.entrySet().stream()
                        .filter(e -> e.getKey().kind() == PortCounts.Kind.DROPS)
                        .filter(e -> e.getValue() > 0)
                        .map(
                                e ->
                                        String.format(
                                                Locale.ROOT,
                                                "%,d at %s",
                                                e.getValue(),
                                                e.getKey().words()))
                        .toList();
        if (!drops.isEmpty()) {
            return where
                    + ": with drops, "
                    + drops.stream().limit(MOST).collect(Collectors.joining("; "))
                    + (drops.size() > MOST ? "; and at " + (drops.size() - MOST) + " more" : "");
        }
        List<String> blind = new ArrayList<>();
        plan.hosts().stream().filter(h -> !countsDrops(h)).forEach(blind::add);
        cluster.switches().stream()
                .map(s -> s.name())
                .filter(s -> !switchesRead.contains(s) || !countsDrops(s))
                .forEach(blind::add);
        String more =
                cluster.switches().isEmpty() && switchesRead.isEmpty()
                        ? "; the intent names no switch, so what switches dropped is not known"
                        : "";
        return blind.isEmpty()
                ? where + ": no drop at any counter that was read" + more
                : where
                        + ": no drop at the counters that were read; whether there were drops at "
                        + String.join(", ", blind)
                        + " is not known, they count none"
                        + more;
    }

    private boolean countsDrops(String device) {
        return grown.keySet().stream()
                .anyMatch(k -> k.device().equals(device) && k.kind() == PortCounts.Kind.DROPS);
    }
}
