package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.SlurmJob;
import java.util.List;

/// The kernel killed a process for want of memory.
@AutoService(Cause.class)
public final class HostOom implements Cause {
    @Override
    public String code() {
        return "host-oom-killed";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("host-oom");
        List<LogEvent> killed = clues.of("killed");
        List<SlurmJob> jobs =
                clues.all(SlurmJob.class).stream()
                        .filter(j -> j.state().equals("OUT_OF_MEMORY"))
                        .toList();
        if (!said.isEmpty() || !jobs.isEmpty()) {
            Suspicion s =
                    verdict.certain(
                            said,
                            said.isEmpty()
                                    ? "Slurm's limit of memory ended job " + jobs.getFirst().id()
                                    : "the kernel killed "
                                            + said.getFirst().value("name").orElse("a process")
                                            + " for want of memory");
            jobs.forEach(s::cites);
            s.cites(killed)
                    .explains(
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "nccl-connect-failed");
        } else if (!killed.isEmpty())
            verdict.likely(
                            killed,
                            "a process was killed with SIGKILL: mostly the kernel's out-of-memory killer, or the scheduler")
                    .cites(clues.of("slurm-error"))
                    .explains("remote-rank-crashed", "collective-desync-straggler");
    }
}
