package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Lines that look like faults and are none.
@AutoService(Cause.class)
public final class HarmlessMessage implements Cause {
    @Override
    public String code() {
        return "harmless-message";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("harmless");
        if (said.isEmpty()) return;
        verdict.possible(said, "lines that look like faults and are harmless").info();
    }
}
