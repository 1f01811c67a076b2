package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Secure Boot refuses a kernel module without a trusted signature.
@AutoService(Cause.class)
public final class SecureBoot implements Cause {
    @Override
    public String code() {
        return "secure-boot-module-rejected";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("module-key-rejected");
        if (!said.isEmpty())
            verdict.certain(said, "the kernel refuses a module for want of a trusted signature")
                    .cites(clues.of("module-untrusted", "secure-boot-on"))
                    .explains("nouveau-loaded", "peermem-not-loaded", "gpu-driver-missing");
    }
}
