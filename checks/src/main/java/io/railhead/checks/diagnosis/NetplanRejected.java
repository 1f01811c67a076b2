package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Netplan cannot read its files.
@AutoService(Cause.class)
public final class NetplanRejected implements Cause {
    @Override
    public String code() {
        return "netplan-yaml-invalid";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("netplan-error");
        if (!said.isEmpty())
            verdict.certain(
                    said,
                    "netplan refuses a file: "
                            + said.getFirst().value("what").orElse("see the line"));
    }
}
