package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// GPU memory cannot be registered by DMA-BUF.
@AutoService(Cause.class)
public final class DmabufUnsupported implements Cause {
    @Override
    public String code() {
        return "dmabuf-unsupported";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("reg-dmabuf-failed");
        if (!said.isEmpty())
            verdict.certain(said, "GPU memory could not be registered by DMA-BUF")
                    .cites(clues.of("reg-mr-failed"))
                    .explains("memlock-limit", "remote-rank-crashed", "peermem-not-loaded");
        List<LogEvent> missing = clues.of("nccl-dmabuf-missing");
        List<LogEvent> staged = clues.of("nccl-channel-staged");
        // ibv_reg_dmabuf_mr came with Linux 5.12.
        List<LogEvent> old =
                clues.where(
                        "kernel-release",
                        e -> Signs.versionBelow(e.get("major") + "." + e.get("minor"), 5, 12));
        if (said.isEmpty()
                && !missing.isEmpty()
                && !old.isEmpty()
                && !staged.isEmpty()
                && clues.lacks("nccl-channel-gdr")) {
            verdict.likely(
                            missing,
                            "the kernel is older than 5.12, so that DMA-BUF cannot carry GPUDirect"
                                    + " RDMA, and transfers are staged through host memory")
                    .cites(old)
                    .cites(staged)
                    .explains("peermem-not-loaded");
        }
    }
}
