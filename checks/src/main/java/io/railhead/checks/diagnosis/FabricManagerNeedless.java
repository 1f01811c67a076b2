package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The Fabric Manager finds no NVSwitch; it is not needed on this machine.
@AutoService(Cause.class)
public final class FabricManagerNeedless implements Cause {
    @Override
    public String code() {
        return "fabric-manager-not-needed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("fabricmanager-no-switch");
        if (!said.isEmpty() && clues.lacks("cuda-802"))
            verdict.certain(
                            said,
                            "the machine has no NVSwitch, so the Fabric Manager has nothing to do and ends")
                    .warning()
                    .cites(clues.of("fabricmanager-failed"))
                    .explains("fabric-manager-not-running", "service-failed");
    }
}
