package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// Congestion is marked and no notification is sent back.
@AutoService(Cause.class)
public final class CnpNotGenerated implements Cause {
    @Override
    public String code() {
        return "cnp-not-generated";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> marked =
                new ArrayList<>(
                        clues.where("tc-red", e -> Clues.number(e, "marked").orElse(0) > 0));
        marked.addAll(clues.counted("np_ecn_marked_roce_packets"));
        List<LogEvent> disabled =
                clues.where(
                        "ecn-sysfs",
                        e ->
                                Clues.is(e, "which", "roce_np")
                                        && Clues.is(e, "name", "enable")
                                        && Clues.is(e, "value", "0"));
        List<LogEvent> none =
                clues.counters("np_cnp_sent").stream()
                        .filter(e -> Clues.number(e, "value").orElse(1) == 0)
                        .toList();
        List<LogEvent> soft = clues.of("rxe-driver");
        if (marked.isEmpty() || clues.counted("np_cnp_sent").size() > 0) return;
        if (!none.isEmpty() || !soft.isEmpty() || !disabled.isEmpty()) {
            verdict.certain(marked, "packets are marked for congestion and no CNP goes back")
                    .cites(none)
                    .cites(disabled)
                    .cites(soft)
                    .because(
                            soft.isEmpty()
                                    ? ""
                                    : "soft-RoCE has no notification point: it never sends a CNP")
                    .explains("ecn-not-ect", "pfc-storm");
        }
    }
}
