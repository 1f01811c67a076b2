package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A GPU slows itself down for a reason that is neither heat nor the power brake.
@AutoService(Cause.class)
public final class GpuSlowed implements Cause {
    @Override
    public String code() {
        return "gpu-hw-slowdown";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("hw-slowdown");
        boolean known =
                clues.has("power-brake", "thermal-slowdown")
                        || !clues.where("hw-slowdown-reason", "state", "Active").isEmpty();
        if (!said.isEmpty() && !known) verdict.likely(said, "a GPU's hardware has slowed it down");
    }
}
