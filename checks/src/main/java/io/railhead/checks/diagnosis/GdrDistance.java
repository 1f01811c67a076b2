package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// NIC and GPU are too far apart for GPUDirect.
@AutoService(Cause.class)
public final class GdrDistance implements Cause {
    @Override
    public String code() {
        return "gdr-disabled-by-topology";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-gdr-distance");
        if (said.isEmpty()) return;
        verdict.certain(
                        said,
                        "GPU and NIC are at distance "
                                + said.getFirst().get("distance")
                                + ", GPUDirect RDMA is allowed up to "
                                + said.getFirst().get("limit"))
                .warning()
                .cites(clues.of("topo-gpu-row"))
                .cites(clues.of("nccl-channel-staged"));
    }
}
