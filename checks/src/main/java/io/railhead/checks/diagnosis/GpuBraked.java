package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The power brake slows a GPU down.
@AutoService(Cause.class)
public final class GpuBraked implements Cause {
    @Override
    public String code() {
        return "gpu-power-brake-slowdown";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("power-brake");
        if (!said.isEmpty())
            verdict.certain(said, "the power brake slows GPUs down: the chassis wants less power")
                    .explains("gpu-hw-slowdown", "gpu-sw-power-cap", "collective-desync-straggler");
    }
}
