package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The rendezvous port is taken by another process.
@AutoService(Cause.class)
public final class PortInUse implements Cause {
    @Override
    public String code() {
        return "master-port-in-use";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("address-in-use");
        if (said.isEmpty()) return;
        verdict.certain(
                        said,
                        "the port"
                                + said.getFirst().value("port").map(p -> " " + p).orElse("")
                                + " is already in use")
                .cites(clues.of("listen-socket"))
                .explains(
                        "rdzv-host-not-local",
                        "remote-rank-crashed",
                        "collective-desync-straggler",
                        "nccl-connect-failed");
    }
}
