package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The Fabric Manager does not run where NVSwitches need it.
@AutoService(Cause.class)
public final class FabricManagerMissing implements Cause {
    @Override
    public String code() {
        return "fabric-manager-not-running";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> cuda = clues.of("cuda-802");
        List<LogEvent> service =
                new ArrayList<>(clues.of("fabricmanager-missing", "fabricmanager-failed"));
        if (clues.has("fabricmanager-no-switch") && cuda.isEmpty()) return;
        if (cuda.isEmpty() && service.isEmpty()) return;
        (!cuda.isEmpty()
                        ? verdict.certain(
                                cuda, "CUDA waits for the NVSwitch fabric to be set up (error 802)")
                        : verdict.likely(service, "the Fabric Manager does not run"))
                .cites(service)
                .cites(clues.of("unit-missing"))
                .explains("remote-rank-crashed", "cuda-driver-too-old", "gpu-driver-missing");
    }
}
