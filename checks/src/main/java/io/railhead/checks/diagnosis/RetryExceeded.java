package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A sender got no acknowledgement until its retries were used up: a symptom with many causes.
@AutoService(Cause.class)
public final class RetryExceeded implements Cause {
    @Override
    public String code() {
        return "rdma-retry-exceeded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> seen = Signs.retryExceeded(clues);
        if (seen.isEmpty()) return;
        verdict.possible(
                        seen,
                        "RDMA transfers got no acknowledgement and ran out of retries (status 12)")
                .explains("collective-desync-straggler");
    }
}
