package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A file or a service that comes later sets a kernel setting again: what systemd-sysctl and tuned
/// say of it themselves. What the files hold is compared by the check of the same code.
@AutoService(Cause.class)
public final class SysctlLater implements Cause {
    @Override
    public String code() {
        return "sysctl-overridden";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said =
                clues.where(
                        "sysctl-overwritten",
                        e ->
                                e.value("file").isPresent()
                                        || !e.get("before").equals(e.get("after")));
        if (!said.isEmpty())
            verdict.likely(said, said.getFirst().get("key") + " is set again by what comes later");
    }
}
