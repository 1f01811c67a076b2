package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.Set;

/// A GPU is slowed down by its hardware.
@AutoService(Check.class)
public final class GpuHwSlowdown implements Check {

    @Override
    public String code() {
        return "gpu-hw-slowdown";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU's hardware has slowed it down (HW Slowdown), for a reason that is neither
                heat nor the power brake.
                """,
                """
                Clocks are halved or less; every collective waits for this GPU.
                """,
                """
                A fast trigger of the power delivery, or a fault that the board reports; heat
                and the power brake have findings of their own.
                """,
                """
                  nvidia-smi -q -d PERFORMANCE,POWER,TEMPERATURE -i INDEX
                  dmesg -T | grep -i xid
                """,
                """
                  nvidia-smi -q -d PERFORMANCE | grep 'HW Slowdown'      # Not Active, under load
                  railhead check --only gpu-hw-slowdown
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.saying(survey, "HW Slowdown")) {
            boolean other =
                    c.slowed("HW Power Brake Slowdown").orElse(false)
                            || c.slowed("HW Thermal Slowdown").orElse(false);
            if (c.slowed("HW Slowdown").orElse(false) && !other) {
                survey.error(c.subject())
                        .says("slowed down by its hardware")
                        .because("the board's power delivery or another fault that it reports")
                        .fix(
                                "`nvidia-smi -q -d PERFORMANCE,POWER -i "
                                        + c.number()
                                        + "`, `dmesg -T | grep -i xid`")
                        .cites(c.row("HW Slowdown"))
                        .report();
            }
        }
    }
}
