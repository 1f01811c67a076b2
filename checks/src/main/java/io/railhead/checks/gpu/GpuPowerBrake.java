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

/// A GPU is braked by the power supply's signal.
@AutoService(Check.class)
public final class GpuPowerBrake implements Check {

    @Override
    public String code() {
        return "gpu-power-brake-slowdown";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The platform holds a GPU down by the power brake signal (HW Power Brake
                Slowdown).
                """,
                """
                Clocks fall to a few hundred MHz at low power draw; one host or GPU is several
                times slower.
                """,
                """
                A power supply is missing, unplugged or overloaded, a power cable of the GPU is
                loose, or the chassis caps power.
                """,
                """
                  nvidia-smi -q -d PERFORMANCE -i INDEX
                  ipmitool sdr type 'Power Supply'
                  ipmitool sel list | tail
                Restore the power supplies and cables; the brake goes by itself.
                """,
                """
                  nvidia-smi -q -d PERFORMANCE | grep 'Power Brake'      # Not Active, under load
                  railhead check --only gpu-power-brake-slowdown
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.saying(survey, "HW Power Brake Slowdown")) {
            if (c.slowed("HW Power Brake Slowdown").orElse(false)) {
                survey.error(c.subject())
                        .says("held down by the power brake signal")
                        .because("a power supply or cable is missing, or the chassis caps power")
                        .fix("`ipmitool sdr type 'Power Supply'` and `ipmitool sel list | tail`")
                        .cites(c.row("HW Power Brake Slowdown"))
                        .explains("gpu-hw-slowdown", "gpu-sw-power-cap")
                        .report();
            }
        }
    }
}
