package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Netplan's files can be read by others; a warning.
@AutoService(Cause.class)
public final class NetplanOpen implements Cause {
    @Override
    public String code() {
        return "netplan-permissions-too-open";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("netplan-permissions");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "netplan's files are readable by others; they are applied all the same")
                    .warning();
    }
}
