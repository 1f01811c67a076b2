package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The NIC came up in a degraded state although link and PCIe look right.
@AutoService(Cause.class)
public final class NicDegraded implements Cause {
    @Override
    public String code() {
        return "nic-degraded-init";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nic-health");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "the NIC's driver or firmware reports trouble at start or in its health check")
                    .explains(
                            "rdma-retry-exceeded",
                            "rdma-port-down",
                            "link-flapping",
                            "link-speed-below-expected");
    }
}
