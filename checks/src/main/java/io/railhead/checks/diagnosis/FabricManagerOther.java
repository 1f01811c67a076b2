package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Fabric Manager and driver are of different versions.
@AutoService(Cause.class)
public final class FabricManagerOther implements Cause {
    @Override
    public String code() {
        return "fabric-manager-version-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("fabricmanager-mismatch");
        if (!said.isEmpty())
            verdict.certain(said, "the Fabric Manager is not of the driver's version")
                    .cites(clues.of("driver-version"))
                    .explains(
                            "cuda-error",
                            "fabric-manager-not-running",
                            "remote-rank-crashed",
                            "service-failed");
    }
}
