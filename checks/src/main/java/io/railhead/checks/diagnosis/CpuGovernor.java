package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import io.railhead.model.fact.SockperfRun;
import java.util.List;

/// Cores save power while latency is measured: perftest's remark on the CPU frequency, cpupower,
/// tuned-adm, sysfs.
@AutoService(Cause.class)
public final class CpuGovernor implements Cause {
    @Override
    public String code() {
        return "cpu-governor-powersave";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> remarks = clues.of("cpu-frequency-warning");
        List<LogEvent> saving = clues.of("governor-powersave");
        // Frequencies differ on healthy machines as well, with turbo: the remark alone is harmless.
        if (saving.isEmpty()) return;
        boolean latency =
                clues.all(PerftestRun.class).stream().anyMatch(r -> !r.latencies().isEmpty())
                        || !clues.all(SockperfRun.class).isEmpty();
        if (!remarks.isEmpty())
            verdict.certain(
                            remarks,
                            "the CPUs' governor saves power, and the test ran on slow cores")
                    .warning()
                    .cites(saving)
                    .explains("latency-tail", "rdma-latency-high");
        else if (latency)
            verdict.likely(saving, "latency was measured while the CPUs' governor saves power")
                    .warning()
                    .explains("latency-tail", "rdma-latency-high");
        else verdict.possible(saving, "the CPUs' governor saves power").info();
    }
}
