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
        // Interpreters of several nodes were listed and are not the same.
        boolean differ =
                clues.of("python-used").stream()
                                .map(e -> e.get("which") + e.get("python"))
                                .filter(p -> !p.isEmpty())
                                .distinct()
                                .count()
                        > 1;
        (differ
                        ? verdict.certain(
                                missing,
                                "nodes run different Python environments: "
                                        + (missing.getFirst().get("module")
                                                        + missing.getFirst().get("what"))
                                                .strip()
                                        + " is missing in one")
                        : verdict.likely(
                                missing,
                                "a module is missing or does not fit: "
                                        + (missing.getFirst().get("module")
                                                        + missing.getFirst().get("what"))
                                                .strip()))
                .cites(clues.of("python-used"))
                .explains("remote-rank-crashed", "collective-desync-straggler");
    }
}
