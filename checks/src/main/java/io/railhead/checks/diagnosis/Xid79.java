package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// A GPU has fallen off the PCIe bus.
@AutoService(Cause.class)
public final class Xid79 implements Cause {
    @Override
    public String code() {
        return "xid-79-fallen-off-bus";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.where("xid", "xid", "79"));
        List<LogEvent> lost = clues.of("gpu-off-bus");
        if (said.isEmpty() && lost.isEmpty()) return;
        // A GPU whose system processor is dead cannot be opened either; it still is on the bus.
        if (said.isEmpty() && !clues.where("xid", "xid", "119", "120").isEmpty()) return;
        verdict.certain(said, "a GPU does not answer on the PCIe bus any more")
                .critical()
                .cites(lost)
                .cites(clues.where("aer", e -> !Clues.is(e, "severity", "Corrected")))
                .explains(
                        "cuda-error",
                        "xid-reported",
                        "remote-rank-crashed",
                        "gpu-missing-from-driver",
                        "collective-desync-straggler",
                        "xid-119-gsp-timeout");
    }
}
