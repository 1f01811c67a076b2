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
        marked.removeIf(m -> sends(clues, m));
        if (marked.isEmpty() || (none.isEmpty() && !clues.counted("np_cnp_sent").isEmpty())) return;
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

    /// Whether who was marked answers with notifications.
    private static boolean sends(Clues clues, LogEvent marked) {
        return clues.counted("np_cnp_sent").stream()
                .anyMatch(
                        e ->
                                clues.who(e).equals(clues.who(marked))
                                        && e.source()
                                                .document()
                                                .equals(marked.source().document()));
    }
}
