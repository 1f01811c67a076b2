package io.railhead.configure;

import io.railhead.model.Change;
import io.railhead.model.Risk;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Hosts that are worked on at the same time. The next wave begins when all of them came out well.
///
/// @param number from 1; the first is the canary
/// @param hosts in the order of the plan
/// @param changes to be made on all of them together
/// @param worst the highest risk among these changes
/// @param guarded hosts with changes under a dead-man's switch
public record Wave(int number, List<String> hosts, int changes, Risk worst, List<String> guarded) {

    public Wave {
        hosts = List.copyOf(hosts);
        guarded = List.copyOf(guarded);
    }

    public boolean isCanary() {
        return number == 1;
    }

    /// The waves of a plan: the canaries, then batches. Hosts without a change are in none.
    ///
    /// @param size hosts in a wave after the canary, at least 1
    /// @param canaries hosts of the first wave; the first changed host when there are none
    public static List<Wave> of(Plan plan, int size, List<String> canaries) {
        List<Wave> waves = new ArrayList<>();
        for (List<String> hosts : split(plan.changed(), size, canaries)) {
            List<PlannedChange> changes =
                    plan.changes().stream()
                            .filter(c -> hosts.contains(c.change().device()))
                            .toList();
            waves.add(
                    new Wave(
                            waves.size() + 1,
                            hosts,
                            changes.size(),
                            changes.stream()
                                    .map(PlannedChange::change)
                                    .map(Change::risk)
                                    .max(Comparator.naturalOrder())
                                    .orElse(Risk.NONE),
                            changes.stream()
                                    .filter(PlannedChange::guarded)
                                    .map(c -> c.change().device())
                                    .distinct()
                                    .toList()));
        }
        return waves;
    }

    static List<List<String>> split(List<String> hosts, int size, List<String> canaries) {
        if (hosts.isEmpty()) {
            return List.of();
        }
        List<String> first = hosts.stream().filter(canaries::contains).toList();
        if (first.isEmpty()) {
            first = List.of(hosts.getFirst());
        }
        List<String> rest = new ArrayList<>(hosts);
        rest.removeAll(first);
        List<List<String>> waves = new ArrayList<>(List.of(first));
        int step = Math.max(1, size);
        for (int from = 0; from < rest.size(); from += step) {
            waves.add(List.copyOf(rest.subList(from, Math.min(rest.size(), from + step))));
        }
        return waves;
    }
}
