package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The queue that carries RoCE has no ECN profile.
@AutoService(Cause.class)
public final class EcnNotEnabled implements Cause {
    @Override
    public String code() {
        return "ecn-not-enabled-on-queue";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> none = new ArrayList<>(clues.of("ecn-profiles-none", "switch-wred-no-ecn"));
        none.addAll(clues.where("ecn-profile", "ecn", "ecn_none"));
        // Beside a queue that marks, the default queue may drop: RoCE is not in it.
        boolean marks = clues.of("switch-ecn").stream().anyMatch(e -> e.value("ecn").isPresent());
        none.removeIf(e -> marks && e.get("queue").contains("default"));
        if (none.isEmpty()) return;
        List<LogEvent> queues =
                new ArrayList<>(
                        clues.where("sonic-queue", e -> Clues.number(e, "packets").orElse(0) > 0));
        queues.sort(
                (a, b) ->
                        Long.compare(
                                Clues.number(b, "packets").orElse(0),
                                Clues.number(a, "packets").orElse(0)));
        verdict.certain(none, "no queue that carries traffic marks ECN")
                .cites(queues)
                .cites(clues.counters("np_ecn_marked_roce_packets"))
                .explains("cnp-not-generated", "roce-lossy-no-pfc", "pfc-storm");
    }
}
