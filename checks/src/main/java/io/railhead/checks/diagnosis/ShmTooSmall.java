package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// /dev/shm is too small for NCCL's segments.
@AutoService(Cause.class)
public final class ShmTooSmall implements Cause {
    @Override
    public String code() {
        return "dev-shm-too-small";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-wc-shm");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "a shared memory segment could not be made: /dev/shm is full or too small")
                    .cites(clues.of("shm-small", "shm-size"))
                    .explains("remote-rank-crashed", "nccl-connect-failed");
    }
}
