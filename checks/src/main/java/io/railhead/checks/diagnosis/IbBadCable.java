package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// A cable or connector breaks the signal of an InfiniBand link.
@AutoService(Cause.class)
public final class IbBadCable implements Cause {
    @Override
    public String code() {
        return "ib-link-errors-bad-cable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> bad = new ArrayList<>();
        for (LogEvent e :
                clues.counted(
                        "SymbolErrorCounter", "symbol_error", "PortRcvErrors", "port_rcv_errors")) {
            if (Clues.number(e, "value").orElse(0) >= 100) bad.add(e);
        }
        bad.addAll(
                clues.counted(
                        "PortRcvRemotePhysicalErrors",
                        "LinkErrorRecoveryCounter",
                        "link_error_recovery",
                        "LocalLinkIntegrityErrors",
                        "local_link_integrity_errors",
                        "port_rcv_remote_physical_errors"));
        if (bad.stream().anyMatch(e -> Clues.number(e, "value").orElse(0) >= 10)) {
            verdict.certain(
                            bad,
                            "the port counts symbol errors and link recoveries: the signal on the cable is bad")
                    .cites(clues.counted("LinkDownedCounter", "link_downed"))
                    .explains("link-flapping", "rdma-retry-exceeded", "link-high-ber");
        } else if (clues.has("cable-error")) {
            verdict.likely(clues.of("cable-error"), "the port reports a bad cable or module")
                    .explains("rdma-port-down", "rdma-retry-exceeded");
        }
    }
}
