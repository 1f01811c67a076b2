package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.util.List;
import java.util.Locale;

/// Most transfers are quick and one in a hundred takes several times as long.
@AutoService(Cause.class)
public final class LatencyTail implements Cause {
    /// The 99th percentile over the typical value: 1.1 to 2 on a quiet host.
    private static final double TIMES = 4;

    /// Below this many microseconds apart it is nothing that a job would feel.
    private static final double APART = 2;

    @Override
    public String code() {
        return "latency-tail";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (PerftestRun run : clues.all(PerftestRun.class)) {
            if (LatencyHigh.isSoft(run)) continue;
            for (PerftestLatency row : run.latencies()) {
                double typical = row.typicalMicros().orElse(0);
                double p99 = row.p99Micros().orElse(0);
                if (typical <= 0 || p99 < TIMES * typical || p99 - typical < APART) continue;
                verdict.possible(
                                List.of(),
                                String.format(
                                        Locale.ROOT,
                                        "one transfer in a hundred takes %.2f us or more, %.1f"
                                                + " times the typical %.2f us",
                                        p99,
                                        p99 / typical,
                                        typical))
                        .of(run)
                        .warning()
                        .cites(clues.facts().cite(row.source()));
                return;
            }
        }
    }
}
