package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Memory rows wait to be remapped; the GPU needs a reset.
@AutoService(Cause.class)
public final class RowRemapPending implements Cause {
    @Override
    public String code() {
        return "gpu-row-remap-pending";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> xid = clues.where("xid", "xid", "63");
        List<LogEvent> pending = clues.where("row-remap-pending", e -> true);
        boolean told = clues.all(Gpu.class).stream().anyMatch(g -> g.remapPending().orElse(false));
        if (xid.isEmpty() && !told) return;
        Suspicion s =
                told
                        ? verdict.certain(
                                pending, "memory rows wait to be remapped; the GPU needs a reset")
                        : verdict.likely(
                                xid,
                                "a memory row was marked for remapping; the GPU needs a reset");
        s.cites(xid);
        if (told) s.explains("gpu-ecc-uncorrectable");
    }
}
