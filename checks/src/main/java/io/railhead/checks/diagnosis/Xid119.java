package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The GPU's system processor does not answer.
@AutoService(Cause.class)
public final class Xid119 implements Cause {
    @Override
    public String code() {
        return "xid-119-gsp-timeout";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.where("xid", "xid", "119", "120"));
        List<LogEvent> told = clues.of("gsp-timeout");
        boolean alone = clues.where("xid", "xid", "79").isEmpty();
        if (!said.isEmpty() || !told.isEmpty())
            verdict.certain(said, "the GPU's system processor (GSP) does not answer")
                    .critical()
                    .cites(told)
                    .cites(alone ? clues.of("gpu-off-bus") : List.of())
                    .explains(
                            "cuda-error",
                            "xid-reported",
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "gpu-missing-from-driver");
    }
}
