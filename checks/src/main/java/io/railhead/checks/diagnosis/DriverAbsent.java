package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The NVIDIA driver is not loaded.
@AutoService(Cause.class)
public final class DriverAbsent implements Cause {
    @Override
    public String code() {
        return "gpu-driver-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nvidia-smi-failed");
        boolean other =
                clues.has(
                        "nvml-mismatch",
                        "module-key-rejected",
                        "nouveau-owner",
                        "gpu-off-bus",
                        "xid",
                        "nvrm-rminit");
        if (!said.isEmpty() && !other)
            verdict.likely(said, "nvidia-smi finds no driver to talk to")
                    .cites(clues.of("module-untrusted"))
                    .explains("fabric-manager-not-running");
    }
}
