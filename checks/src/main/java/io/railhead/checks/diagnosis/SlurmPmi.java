package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// MPI and Slurm do not speak the same language of start-up (PMI, PMIx).
@AutoService(Cause.class)
public final class SlurmPmi implements Cause {
    @Override
    public String code() {
        return "slurm-pmi-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("slurm-pmi-missing");
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "srun and the MPI library have no start-up protocol (PMI) in common: each process would be rank 0 of 1")
                    .cites(clues.of("pmix-error"))
                    .explains("remote-rank-crashed");
    }
}
