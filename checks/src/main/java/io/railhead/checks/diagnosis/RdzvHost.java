package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// No node recognises the rendezvous address as its own.
@AutoService(Cause.class)
public final class RdzvHost implements Cause {
    @Override
    public String code() {
        return "rdzv-host-not-local";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("rdzv-connect-failed");
        if (failed.isEmpty()) return;
        List<LogEvent> nobody = clues.of("not-listening");
        List<LogEvent> loop = clues.of("hosts-loopback");
        (nobody.isEmpty() && loop.isEmpty()
                        ? verdict.possible(failed, "nobody answers at the rendezvous address")
                        : verdict.certain(
                                failed,
                                "nobody listens at the rendezvous address: no node takes it for its own"))
                .cites(loop)
                .cites(nobody)
                .cites(clues.of("rdzv-endpoint"))
                .explains(
                        "collective-desync-straggler",
                        "gloo-hostname-loopback",
                        "nccl-connect-failed",
                        "remote-rank-crashed");
    }
}
