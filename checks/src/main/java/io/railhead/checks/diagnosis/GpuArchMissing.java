package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A program was built without code for the GPU that is there.
@AutoService(Cause.class)
public final class GpuArchMissing implements Cause {
    @Override
    public String code() {
        return "gpu-arch-not-built";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("gpu-arch-missing");
        if (said.isEmpty()) return;
        String arch = said.getFirst().get("arch");
        verdict.certain(said, "the program has no code for this GPU (" + arch + ")")
                .explains("cuda-error", "remote-rank-crashed");
    }
}
