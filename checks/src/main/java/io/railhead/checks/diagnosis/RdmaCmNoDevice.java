package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The RDMA connection manager finds no RDMA device behind an address.
@AutoService(Cause.class)
public final class RdmaCmNoDevice implements Cause {
    @Override
    public String code() {
        return "rdma-cm-no-device";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("rdma-cm-no-device");
        if (!said.isEmpty())
            verdict.likely(
                            said,
                            "the RDMA connection manager finds no RDMA device behind the address"
                                    + said.stream()
                                            .map(e -> e.get("addr"))
                                            .filter(a -> !a.isEmpty())
                                            .findFirst()
                                            .map(a -> " " + a)
                                            .orElse(""))
                    .cites(clues.of("pod-shell", "network-attachment"))
                    .explains("rdma-cm-rejected");
    }
}
