package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// GPU memory has errors that ECC cannot correct.
@AutoService(Cause.class)
public final class EccUncorrectable implements Cause {
    @Override
    public String code() {
        return "gpu-ecc-uncorrectable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.where("xid", "xid", "48", "94", "95", "140"));
        said.addAll(
                clues.where(
                        "xid",
                        e -> Clues.is(e, "xid", "64") && e.text().contains("unable to retire")));
        List<LogEvent> cuda = new ArrayList<>(clues.of("cuda-ecc"));
        // What was counted since the last reset: older errors may be mended.
        if (clues.lacks("row-remap-pending", "remap-row"))
            cuda.addAll(clues.where("ecc-count", "ecc", "Volatile"));
        if (said.isEmpty() && cuda.isEmpty()) return;
        verdict.certain(said, "GPU memory has an error that ECC cannot correct")
                .critical()
                .cites(cuda)
                .cites(clues.where("xid", "xid", "63", "64"))
                .explains(
                        "cuda-error",
                        "xid-reported",
                        "remote-rank-crashed",
                        "gpu-out-of-memory",
                        "collective-desync-straggler",
                        "gpu-row-remap-pending",
                        "xid-31-mmu-fault");
    }
}
