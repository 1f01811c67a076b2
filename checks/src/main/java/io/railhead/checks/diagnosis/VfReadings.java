package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a virtual function shows and takes of PFC: the port's own function has it, in the
/// hypervisor, so that the guest's commands change nothing and its counters stay at zero.
final class VfReadings {
    private VfReadings() {}

    static void look(Clues clues, Verdict verdict) {
        List<LogEvent> function = clues.of("vf-function");
        if (function.isEmpty()) return;
        Set<String> documents =
                Set.copyOf(function.stream().map(f -> f.source().document()).toList());
        List<LogEvent> set =
                clues.where("pfc-set-in-guest", e -> documents.contains(e.source().document()));
        List<LogEvent> zero = new ArrayList<>();
        for (int p = 0; p < 8; p++) {
            for (String way : List.of("rx", "tx")) {
                clues.counters(way + "_prio" + p + "_pause").stream()
                        .filter(e -> documents.contains(e.source().document()))
                        .filter(e -> Clues.number(e, "value").orElse(1) == 0)
                        .forEach(zero::add);
            }
        }
        if (set.isEmpty() && zero.isEmpty()) return;
        Suspicion s =
                verdict.likely(
                                function,
                                set.isEmpty()
                                        ? "PFC counters of a virtual function are not those of the"
                                                + " port: nought says nothing"
                                        : "PFC is set in a guest, on a virtual function: the port's"
                                                + " PFC is the hypervisor's, and what the guest"
                                                + " reads of it is not authoritative")
                        .cites(set)
                        .cites(zero)
                        .explains("pfc-config-not-applied");
        if (set.isEmpty()) s.info();
        else s.warning();
    }
}
