package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A rank ran out of GPU memory.
@AutoService(Cause.class)
public final class GpuOom implements Cause {
    @Override
    public String code() {
        return "gpu-out-of-memory";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("cuda-oom");
        if (!said.isEmpty())
            verdict.certain(said, "a rank ran out of GPU memory")
                    .explains(
                            "cuda-error",
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "nccl-connect-failed");
    }
}
