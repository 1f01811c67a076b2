package io.railhead.checks.diagnosis;

import io.railhead.model.fact.NcclTestRun;
import java.util.Optional;

/// Which collective a table of nccl-tests is of, where nothing names it: by the columns it has and
/// by the factor between its two rates (nccl-tests, PERFORMANCE.md). Only what can be no other is
/// named.
final class Collective {
    /// Rates are printed with two decimals.
    private static final double ROUNDING = 0.03;

    private Collective() {}

    /// @param row one of the largest, whose rates have the most digits
    static Optional<String> of(NcclTestRun run, NcclTestRun.Row row) {
        double algbw = row.outOfPlace().algbw();
        if (row.redop().isEmpty() || row.redop().equals("none") || algbw <= 0) {
            return Optional.empty();
        }
        if (row.root().orElse(-1) >= 0) {
            return Optional.of("reduce");
        }
        double factor = row.outOfPlace().busbw() / algbw;
        int ranks = run.ranks().orElse(run.devices().size());
        if (ranks < 2) {
            // More than one only where what was reduced is sent back.
            return factor > 1 + ROUNDING ? Optional.of("all_reduce") : Optional.empty();
        }
        double once = (ranks - 1.0) / ranks;
        if (near(factor, 2 * once)) {
            return Optional.of("all_reduce");
        }
        return near(factor, once) ? Optional.of("reduce_scatter") : Optional.empty();
    }

    private static boolean near(double factor, double wanted) {
        return Math.abs(factor / wanted - 1) < ROUNDING;
    }
}
