package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A GPU is slowed down for heat.
@AutoService(Cause.class)
public final class GpuHot implements Cause {
    @Override
    public String code() {
        return "gpu-thermal-slowdown";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("thermal-slowdown");
        if (!said.isEmpty())
            verdict.certain(said, "a GPU is slowed down because it is too hot")
                    .explains("gpu-hw-slowdown", "collective-desync-straggler");
    }
}
