package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Slurm waits for the PMIx servers of other nodes until its time is over.
@AutoService(Cause.class)
public final class PmixFence implements Cause {
    @Override
    public String code() {
        return "slurm-pmix-timeout";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("pmix-fence-timeout");
        if (!said.isEmpty())
            verdict.possible(
                            said,
                            "the PMIx servers of a job step did not all meet: a node's tasks never started, or its slurmstepd cannot be reached")
                    .cites(clues.of("slurm-error"))
                    .explains("remote-rank-crashed", "slurm-pmi-mismatch");
    }
}
