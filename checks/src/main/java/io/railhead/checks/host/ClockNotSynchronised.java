package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Clock;
import io.railhead.model.fact.Fact;
import java.util.Set;

/// No time service keeps a machine's clock.
@AutoService(Check.class)
public final class ClockNotSynchronised implements Check {

    @Override
    public String code() {
        return "clock-not-synchronised";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A machine's clock is not synchronised by any time service.
                """,
                """
                `timedatectl` says "System clock synchronized: no". The clock may be right today
                and drifts by up to a second a day.
                """,
                """
                chrony or systemd-timesyncd is not installed or not running, or cannot reach its
                servers.
                """,
                """
                  apt-get install chrony
                  systemctl enable --now chrony
                  chronyc sources
                """,
                """
                  timedatectl | grep synchronized      # yes
                  railhead check --only clock-not-synchronised
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Clock.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Clock.class)) {
            Clock clock = survey.facts().first(machine, Clock.class).orElseThrow();
            if (clock.synchronised().isEmpty()) {
                survey.notChecked(
                        machine, "neither systemd-timesyncd nor chrony tells whether it is");
            } else if (!clock.synchronised().get()) {
                survey.warning(machine)
                        .says("the clock is not synchronised")
                        .because("no time service runs, or it cannot reach its servers")
                        .fix(
                                "`apt-get install chrony`, `systemctl enable --now chrony`,"
                                        + " `chronyc sources`")
                        .cites(clock)
                        .explains("clock-skew")
                        .report();
            }
        }
    }
}
