package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
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
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "the kernel killed "
                                    + said.getFirst().value("name").orElse("a process")
                                    + " for want of memory")
                    .cites(killed)
                    .explains(
                            "remote-rank-crashed",
                            "collective-desync-straggler",
                            "nccl-connect-failed");
        else if (!killed.isEmpty())
            verdict.likely(
                            killed,
                            "a process was killed with SIGKILL: mostly the kernel's out-of-memory killer, or the scheduler")
                    .cites(clues.of("slurm-error"))
                    .explains("remote-rank-crashed", "collective-desync-straggler");
    }
}
