package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A unit could not start its program: systemd's 203/EXEC (systemd.exec(5)).
@AutoService(Cause.class)
public final class ServiceExec implements Cause {
    @Override
    public String code() {
        return "service-failed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("service-exec-failed");
        if (failed.isEmpty()) return;
        String program = failed.getFirst().get("program");
        String why =
                failed.stream()
                        .map(e -> e.get("why"))
                        .filter(w -> !w.isEmpty())
                        .findFirst()
                        .orElse("");
        verdict.likely(
                        failed,
                        "a unit could not start "
                                + program
                                + " (203/EXEC)"
                                + (why.isEmpty() ? "" : ": " + why.strip()))
                .warning()
                .because(
                        "203/EXEC: the program is not there, may not be executed, or its first"
                                + " line names an interpreter that is not there.")
                .fix(
                        "Put it there with its execute bit, then start the unit:\n  ls -l "
                                + program
                                + "\n  systemctl restart UNIT")
                .explains("pfc-config-not-applied");
    }
}
