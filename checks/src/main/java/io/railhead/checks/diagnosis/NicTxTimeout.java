package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A NIC sent nothing of what was queued until the kernel lost its patience.
@AutoService(Cause.class)
public final class NicTxTimeout implements Cause {
    @Override
    public String code() {
        return "nic-tx-timeout";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nic-tx-timeout");
        if (said.isEmpty()) return;
        String port =
                said.stream()
                        .map(e -> e.get("if"))
                        .filter(i -> !i.isEmpty())
                        .findFirst()
                        .orElse("");
        verdict.likely(
                        said,
                        (port.isEmpty() ? "a NIC" : port)
                                + " sent nothing of a transmit queue until the kernel's watchdog stepped in")
                .cites(clues.of("link-down"))
                .explains("rdma-retry-exceeded", "nccl-connect-failed");
    }
}
