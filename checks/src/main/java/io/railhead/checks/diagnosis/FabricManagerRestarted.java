package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The Fabric Manager was restarted under running processes.
@AutoService(Cause.class)
public final class FabricManagerRestarted implements Cause {
    @Override
    public String code() {
        return "fabric-manager-restarted";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> nvls = clues.of("nccl-nvls-failed");
        List<LogEvent> told = clues.of("fabricmanager-restarted");
        if (!nvls.isEmpty())
            (told.isEmpty()
                            ? verdict.likely(
                                    nvls,
                                    "NVLink multicast (NVLS) could not be set up: the fabric's state is not that of the processes, as after a restart of the Fabric Manager")
                            : verdict.certain(
                                    nvls,
                                    "NVLink multicast (NVLS) fails since the Fabric Manager was restarted"))
                    .cites(told)
                    .explains("remote-rank-crashed", "fabric-manager-not-running");
    }
}
