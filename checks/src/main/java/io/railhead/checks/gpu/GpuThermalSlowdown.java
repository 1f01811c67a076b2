package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.Set;

/// A GPU is slowed down by heat.
@AutoService(Check.class)
public final class GpuThermalSlowdown implements Check {

    @Override
    public String code() {
        return "gpu-thermal-slowdown";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A GPU is slowed down because it is too hot.
                """,
                """
                Clocks fall as a job goes on; the hosts at the top of the rack are slower than
                those at the bottom.
                """,
                """
                Airflow blocked, fans down or at a low profile, a room too warm, a heat sink
                that lost contact, or a coolant loop without flow.
                """,
                """
                  nvidia-smi -q -d TEMPERATURE,PERFORMANCE -i INDEX
                  ipmitool sdr type Fan
                Set the fan profile of the BMC to full; check the inlet temperature.
                """,
                """
                  nvidia-smi -q -d PERFORMANCE | grep Thermal      # Not Active, after ten minutes of load
                  railhead check --only gpu-thermal-slowdown
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Card c : Card.saying(survey, "HW Thermal Slowdown")) {
            boolean hardware = c.slowed("HW Thermal Slowdown").orElse(false);
            boolean software = c.slowed("SW Thermal Slowdown").orElse(false);
            if (hardware || software) {
                survey.draft(hardware ? Severity.ERROR : Severity.WARNING, c.subject())
                        .says(
                                "slowed down by heat"
                                        + (c.gpu().temperatureC().isPresent()
                                                ? " at " + c.gpu().temperatureC().getAsInt() + " °C"
                                                : ""))
                        .because("airflow, fans, inlet temperature, or a heat sink without contact")
                        .fix(
                                "`ipmitool sdr type Fan`, the BMC's fan profile, then `nvidia-smi -q"
                                        + " -d TEMPERATURE -i "
                                        + c.number()
                                        + "`")
                        .cites(c.row(hardware ? "HW Thermal Slowdown" : "SW Thermal Slowdown"))
                        .explains("gpu-hw-slowdown")
                        .report();
            }
        }
    }
}
