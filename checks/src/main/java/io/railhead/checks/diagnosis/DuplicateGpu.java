package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Two ranks use one GPU.
@AutoService(Cause.class)
public final class DuplicateGpu implements Cause {
    @Override
    public String code() {
        return "duplicate-gpu";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-duplicate-gpu");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "ranks "
                                    + said.getFirst().get("a")
                                    + " and "
                                    + said.getFirst().get("b")
                                    + " use the same GPU")
                    .explains("remote-rank-crashed", "gpu-out-of-memory");
    }
}
