package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A transfer by libfabric (EFA) failed at the peer or on the way.
@AutoService(Cause.class)
public final class OfiTransfer implements Cause {
    @Override
    public String code() {
        return "ofi-transfer-failed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("ofi-transfer-failed");
        if (!failed.isEmpty() && clues.lacks("host-oom"))
            verdict.possible(
                            failed,
                            "a transfer through libfabric ended with an error: the peer cannot be reached, or is gone")
                    .explains("remote-rank-crashed", "collective-desync-straggler");
    }
}
