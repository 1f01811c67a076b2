package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// RCCL asks for the IOMMU in pass-through and does not find it on the command line.
@AutoService(Cause.class)
public final class RcclIommu implements Cause {
    @Override
    public String code() {
        return "iommu-without-passthrough";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> warned =
                clues.where("nccl-iommu-warning", e -> e.text().contains("iommu=pt"));
        // Kernels may pass through by default: then the command line needs no word of it.
        if (warned.isEmpty() || clues.has("iommu-pt")) return;
        List<LogEvent> on = clues.of("iommu-on");
        (on.isEmpty()
                        ? verdict.possible(
                                warned,
                                "RCCL misses iommu=pt on the kernel's command line: transfers between GPUs may hang or be slow")
                        : verdict.likely(
                                warned,
                                "the IOMMU translates, and RCCL wants it in pass-through: transfers between GPUs may hang or be slow"))
                .warning()
                .cites(on)
                .cites(clues.of("nccl-iommu-warning"))
                .explains("collective-desync-straggler");
    }
}
