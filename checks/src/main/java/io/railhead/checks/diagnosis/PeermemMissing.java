package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The module that lets NICs reach GPU memory is not loaded.
@AutoService(Cause.class)
public final class PeermemMissing implements Cause {
    @Override
    public String code() {
        return "peermem-not-loaded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> off = clues.where("nccl-gdr-disabled", e -> !e.get("hca").isEmpty());
        if (off.isEmpty() || clues.has("peermem-module", "nccl-dmabuf-available", "vm-guest"))
            return;
        List<LogEvent> modules = clues.of("lsmod-nvidia");
        (modules.isEmpty()
                        ? verdict.possible(off, "NCCL turned GPUDirect RDMA off for its HCAs")
                        : verdict.certain(
                                off,
                                "GPUDirect RDMA is off: nvidia_peermem is not among the loaded modules"))
                .cites(modules)
                .cites(clues.of("nccl-channel-staged"))
                .explains("gdr-disabled-by-topology");
    }
}
