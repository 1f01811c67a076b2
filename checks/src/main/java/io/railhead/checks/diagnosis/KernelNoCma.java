package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The kernel has no contiguous memory area, and device memory cannot be registered.
@AutoService(Cause.class)
public final class KernelNoCma implements Cause {
    @Override
    public String code() {
        return "kernel-no-cma";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> denied = clues.where("cross-memory-denied", e -> e.value("scope").isEmpty());
        if (!denied.isEmpty())
            verdict.certain(
                            denied,
                            "processes may not read each other's memory (cross memory attach): MPI copies twice")
                    .warning()
                    .cites(clues.where("cross-memory-denied", e -> e.value("scope").isPresent()))
                    .because(
                            "process_vm_readv needs the right to trace the other process: Yama's"
                                    + " ptrace_scope, or a container without SYS_PTRACE, takes it away")
                    .fix(
                            "`sysctl kernel.yama.ptrace_scope=0`, or `docker run --cap-add SYS_PTRACE`;"
                                    + " or do without: `--mca btl_vader_single_copy_mechanism none`");
        List<LogEvent> zero = clues.where("cma-total", "kb", "0");
        List<LogEvent> asked = clues.of("cma-zero-asked");
        if (!zero.isEmpty() && !asked.isEmpty())
            verdict.likely(asked, "the kernel was started without a contiguous memory area (cma=0)")
                    .cites(zero)
                    .explains("memlock-limit", "remote-rank-crashed");
        List<LogEvent> failed = new ArrayList<>(clues.of("reg-mr-failed", "create-cq-failed"));
        failed.addAll(clues.of("cma-failed"));
        List<LogEvent> unbuilt = clues.of("cma-not-built");
        if (failed.isEmpty() || (zero.isEmpty() && unbuilt.isEmpty() && clues.lacks("cma-failed")))
            return;
        verdict.certain(
                        failed,
                        "memory cannot be registered: the kernel has no contiguous memory area (CMA)")
                .cites(zero)
                .cites(unbuilt)
                .cites(clues.of("memlock-set"))
                .explains("memlock-limit", "remote-rank-crashed");
    }
}
