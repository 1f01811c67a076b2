package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Processes run another Python environment than the one that was set up.
@AutoService(Cause.class)
public final class PythonEnv implements Cause {
    @Override
    public String code() {
        return "python-env-differs";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> missing = clues.of("python-module-missing");
        if (missing.isEmpty()) return;
        verdict.likely(
                        missing,
                        "a module is missing or does not fit: "
                                + (missing.getFirst().get("module")
                                                + missing.getFirst().get("what"))
                                        .strip())
                .cites(clues.of("python-used"))
                .explains("remote-rank-crashed", "collective-desync-straggler");
    }
}
