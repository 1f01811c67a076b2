package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// Some rank is late, ran fewer steps or left, and the others wait.
@AutoService(Cause.class)
public final class Straggler implements Cause {
    @Override
    public String code() {
        return "collective-desync-straggler";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> waited = clues.where("watchdog-timeout", e -> !e.get("op").isEmpty());
        List<LogEvent> rest = clues.of("watchdog-timeout", "join-timeout");
        List<LogEvent> slow = clues.of("straggler-sign");
        List<LogEvent> progress = clues.of("work-progress");
        Map<String, List<LogEvent>> at = Clues.grouped(progress, e -> e.get("enqueued"));
        if (waited.isEmpty() && rest.isEmpty()) return;
        List<LogEvent> ended = waited.isEmpty() ? rest : waited;
        List<LogEvent> counts = clues.of("rank-steps");
        Map<String, List<LogEvent>> steps = Clues.grouped(counts, e -> e.get("steps"));
        boolean uneven = steps.size() > 1 && Clues.grouped(counts, e -> e.get("rank")).size() > 1;
        if (uneven) {
            verdict.certain(
                            ended,
                            "ranks have different numbers of steps ("
                                    + String.join(", ", steps.keySet())
                                    + "): who ends first leaves the others waiting")
                    .cites(counts)
                    .cites(clues.of("rank-left"))
                    .cites(slow)
                    .explains(
                            "collective-shape-mismatch",
                            "remote-rank-crashed",
                            "rdzv-host-not-local");
            return;
        }
        boolean broken = Transport.failed(clues);
        (slow.isEmpty() && at.size() < 2
                        ? verdict.possible(
                                ended,
                                broken
                                        ? "a collective waited until its time was over, beside errors of the transport below it"
                                        : "a collective waited until its time was over: some rank never came to it")
                        : verdict.likely(
                                ended,
                                "a collective waited until its time was over while a rank was busy elsewhere"))
                .cites(slow)
                .cites(at.size() > 1 ? progress : List.of())
                .cites(rest)
                .explains("remote-rank-crashed", "rdzv-host-not-local");
    }
}
