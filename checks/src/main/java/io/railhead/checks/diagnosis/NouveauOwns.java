package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// nouveau owns the GPUs.
@AutoService(Cause.class)
public final class NouveauOwns implements Cause {
    @Override
    public String code() {
        return "nouveau-loaded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nouveau-owner");
        List<LogEvent> module = clues.of("nouveau-module");
        if (!said.isEmpty() || !module.isEmpty())
            verdict.certain(said, "the nouveau driver owns the GPUs")
                    .cites(module)
                    .cites(clues.of("nvidia-smi-failed"))
                    .explains(
                            "gpu-driver-missing",
                            "cuda-driver-too-old",
                            "fabric-manager-not-running");
    }
}
