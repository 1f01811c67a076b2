package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The BMC still counts an old SOL session.
@AutoService(Cause.class)
public final class SolActive implements Cause {
    @Override
    public String code() {
        return "sol-already-active";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("sol-active-elsewhere");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "another SOL session is active, or the BMC still counts one that was cut")
                    .cites(clues.of("sol-closed"));
    }
}
