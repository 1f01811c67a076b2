package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Set;

/// A GPU is held below the power it is allowed to draw.
@AutoService(Check.class)
public final class GpuSwPowerCap implements Check {

    @Override
    public String code() {
        return "gpu-sw-power-cap";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The driver caps a GPU's power although it draws far less than its limit, or the
                limit was lowered.
                """,
                """
                "SW Power Cap: Active" with clocks below those of the twins.
                """,
                """
                A lowered power limit (`nvidia-smi -pl`), a platform power cap, or a
                neighbouring GPU that shares the budget. At the full board power the cap is
                normal: the GPU works as hard as it may.
                """,
                """
                  nvidia-smi -q -d POWER,PERFORMANCE -i INDEX
                  nvidia-smi -i INDEX -pl DEFAULT_LIMIT
                """,
                """
                  nvidia-smi --query-gpu=power.draw,power.limit,clocks.sm --format=csv
                  railhead check --only gpu-sw-power-cap
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.saying(survey, "SW Power Cap")) {
            if (!c.slowed("SW Power Cap").orElse(false) || c.gpu().powerLimitWatts().isEmpty()) {
                continue;
            }
            OptionalDouble drawn = c.gpu().powerWatts();
            double limit = c.gpu().powerLimitWatts().getAsDouble();
            double board = c.gpu().powerDefaultWatts().orElse(limit);
            boolean lowered = limit < board - 1;
            boolean full = drawn.isEmpty() || drawn.getAsDouble() >= limit * FULL;
            if (lowered || !full) {
                survey.warning(c.subject())
                        .says(
                                String.format(
                                        Locale.ROOT,
                                        "power is capped%s, limit %.0f W, board limit %.0f W",
                                        drawn.isEmpty()
                                                ? ""
                                                : String.format(
                                                        Locale.ROOT,
                                                        " at %.0f W drawn",
                                                        drawn.getAsDouble()),
                                        limit,
                                        board))
                        .because(
                                lowered
                                        ? "the power limit was lowered"
                                        : "something other than the GPU's own limit caps it: the"
                                                + " platform, or a shared budget")
                        .fix(
                                String.format(
                                        Locale.ROOT,
                                        "`nvidia-smi -i %s -pl %.0f`; then the BMC's power cap",
                                        c.number(),
                                        board))
                        .cites(c.row("SW Power Cap"))
                        .cites(c.row("Current Power Limit"))
                        .report();
            }
        }
    }

    /// Within 8 % of the limit counts as full draw: readings are averages.
    private static final double FULL = 0.92;
}
