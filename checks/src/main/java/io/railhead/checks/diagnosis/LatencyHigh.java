package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.PerftestLatency;
import io.railhead.model.fact.PerftestRun;
import java.util.List;
import java.util.Locale;

/// Small RDMA transfers between NICs take tens of microseconds.
@AutoService(Cause.class)
public final class LatencyHigh implements Cause {
    /// Half a round trip of a small message, microseconds: 1 back to back, 2 to 4 through switches
    /// of one site; above this something other than the network takes part.
    private static final double MICROS = 10;

    /// Bytes that cost no time of their own.
    private static final long SMALL = 64;

    @Override
    public String code() {
        return "rdma-latency-high";
    }

    /// Soft-RoCE and soft-iWARP are the kernel's, and slow as meant.
    static boolean isSoft(PerftestRun run) {
        return run.device().filter(d -> d.matches("(?:rxe|siw).*")).isPresent();
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (PerftestRun run : clues.all(PerftestRun.class)) {
            if (isSoft(run) || run.device().isEmpty() || clues.has("rxe-driver")) continue;
            double most = run.halfRoundTrip() ? MICROS : 2 * MICROS;
            for (PerftestLatency row : run.latencies()) {
                double usual = row.typicalMicros().orElse(row.averageMicros());
                if (row.bytes() > SMALL || usual < most) continue;
                verdict.possible(
                                List.of(),
                                String.format(
                                        Locale.ROOT,
                                        "%d bytes take %.2f us (%s round trip): NICs of one site"
                                                + " need 1 to 4",
                                        row.bytes(),
                                        usual,
                                        run.halfRoundTrip() ? "half a" : "a full"))
                        .of(run)
                        .warning()
                        .cites(clues.facts().cite(row.source()));
                return;
            }
        }
    }
}
