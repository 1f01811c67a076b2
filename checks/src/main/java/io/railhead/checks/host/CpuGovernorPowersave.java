package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.Fact;
import java.util.Optional;
import java.util.Set;

/// CPUs run with another frequency governor than wanted.
@AutoService(Check.class)
public final class CpuGovernorPowersave implements Check {

    @Override
    public String code() {
        return "cpu-governor-powersave";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                CPUs run with another frequency governor than wanted (performance, unless
                cluster.yaml says otherwise).
                """,
                """
                Latency tests have long tails (p99 several times the typical value); perftest
                warns of "Conflicting CPU frequency values"; bandwidth is little affected.
                """,
                """
                Distributions ship with powersave, ondemand or schedutil; a core that just slept
                starts slowly.
                """,
                """
                  cpupower frequency-set -g performance
                Last over reboots: the `cpupower` service, `tuned-adm profile
                latency-performance`, or
                  echo 'GOVERNOR="performance"' > /etc/default/cpufrequtils
                """,
                """
                  sort /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor | uniq -c
                  railhead check --only cpu-governor-powersave
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CpuGovernor.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(CpuGovernor.class)) {
            Optional<String> policy = survey.host(machine).flatMap(h -> h.policy().governor());
            String wanted = policy.orElse("performance");
            for (CpuGovernor g : survey.facts().of(machine, CpuGovernor.class)) {
                if (!g.governor().equals(wanted)) {
                    survey.draft(policy.isPresent() ? Severity.ERROR : Severity.WARNING, machine)
                            .says(
                                    g.cpus()
                                            + " CPUs run with governor "
                                            + g.governor()
                                            + ", wanted "
                                            + wanted)
                            .because("the distribution's default, or a power profile")
                            .fix(
                                    "`cpupower frequency-set -g "
                                            + wanted
                                            + "`, and its service for reboots")
                            .cites(g)
                            .explains("cpu-frequency-low")
                            .report();
                }
            }
        }
    }
}
