package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A GPU's memory management unit reports a fault.
@AutoService(Cause.class)
public final class Xid31 implements Cause {
    @Override
    public String code() {
        return "xid-31-mmu-fault";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.where("xid", "xid", "31");
        if (!said.isEmpty())
            verdict.certain(said, "a GPU reports MMU faults (Xid 31)")
                    .cites(clues.of("cuda-illegal-access"))
                    .explains("cuda-error", "xid-reported", "remote-rank-crashed");
    }
}
