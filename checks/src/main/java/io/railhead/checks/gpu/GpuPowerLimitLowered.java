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
import java.util.Set;

/// A GPU's power limit is below the board's own.
@AutoService(Check.class)
public final class GpuPowerLimitLowered implements Check {

    @Override
    public String code() {
        return "gpu-power-limit-lowered";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU's power limit was set below the board's own limit.
                """,
                """
                Under load the clocks stay below those of twins with the full limit.
                """,
                """
                `nvidia-smi -pl`, a data-centre power policy (DCGM, BMC), or a platform that
                lowers it when a power supply is missing.
                """,
                """
                  nvidia-smi -i INDEX -pl DEFAULT_LIMIT
                If it comes back by itself, look for the policy: `dcgmi config --get`, the BMC's
                power cap.
                """,
                """
                  nvidia-smi --query-gpu=power.limit,power.default_limit --format=csv
                  railhead check --only gpu-power-limit-lowered
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.all(survey)) {
            if (c.gpu().powerLimitWatts().isEmpty() || c.gpu().powerDefaultWatts().isEmpty()) {
                survey.notChecked(c.subject(), "the GPU does not tell its power limits");
                continue;
            }
            double limit = c.gpu().powerLimitWatts().getAsDouble();
            double board = c.gpu().powerDefaultWatts().getAsDouble();
            // Where the lowered limit is what slows the GPU now, gpu-sw-power-cap tells of both.
            boolean felt = c.slowed("SW Power Cap").orElse(false);
            if (limit < board - 1 && !felt) {
                survey.warning(c.subject())
                        .says(
                                String.format(
                                        Locale.ROOT,
                                        "power limit %.0f W, the board's own is %.0f W",
                                        limit,
                                        board))
                        .because("set by hand, by a power policy, or by the platform")
                        .fix(
                                String.format(
                                        Locale.ROOT,
                                        "`nvidia-smi -i %s -pl %.0f`",
                                        c.number(),
                                        board))
                        .cites(c.row("Current Power Limit"))
                        .report();
            }
        }
    }
}
