package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A tool asks an EFA for a queue pair of a kind that it does not have.
@AutoService(Cause.class)
public final class EfaQueuePairs implements Cause {
    @Override
    public String code() {
        return "efa-queue-pair-type";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> refused =
                clues.where(
                        "create-qp-failed", e -> e.text().strip().equals("Unable to create QP."));
        if (!refused.isEmpty() && clues.has("efa-device"))
            verdict.likely(
                            refused,
                            "an EFA has queue pairs of the types SRD and UD alone, made by the newer calls of verbs, and the tool asked for another")
                    .cites(clues.of("efa-device"))
                    .explains("memlock-limit");
    }
}
