package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// A memory row could not be remapped: the GPU is to be replaced.
@AutoService(Cause.class)
public final class RowRemapFailed implements Cause {
    @Override
    public String code() {
        return "gpu-row-remap-failure";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.where("xid", "xid", "64"));
        List<LogEvent> told = clues.of("row-remap-failure");
        if (!said.isEmpty() || !told.isEmpty())
            verdict.certain(said, "the GPU could not remap a bad memory row")
                    .critical()
                    .cites(told)
                    .explains(
                            "cuda-error",
                            "xid-reported",
                            "gpu-ecc-uncorrectable",
                            "gpu-row-remap-pending",
                            "remote-rank-crashed");
    }
}
