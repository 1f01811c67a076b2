package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Cpu;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Sysctl;
import java.util.Optional;
import java.util.Set;

/// Automatic NUMA balancing moves pages under running jobs.
@AutoService(Check.class)
public final class NumaBalancingOn implements Check {

    @Override
    public String code() {
        return "numa-balancing-on";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Automatic NUMA balancing is on, on a machine with several NUMA nodes.
                """,
                """
                Latency has spikes, and bandwidth wanders from run to run: pages are unmapped to
                watch who uses them, and moved.
                """,
                """
                It is the kernel's default; jobs that bind their processes and memory gain
                nothing from it.
                """,
                """
                  sysctl -w kernel.numa_balancing=0
                and last: `kernel.numa_balancing: 0` under `host-policy: sysctl:` in cluster.yaml,
                then `railhead plan` and `railhead apply`.
                """,
                """
                  sysctl kernel.numa_balancing
                  railhead check --only numa-balancing-on
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Sysctl.class, Cpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Sysctl.class)) {
            Optional<Sysctl> balancing =
                    survey.facts().of(machine, Sysctl.class).stream()
                            .filter(s -> s.key().equals("kernel.numa_balancing"))
                            .findFirst();
            int nodes = survey.facts().first(machine, Cpu.class).map(Cpu::numaNodes).orElse(0);
            boolean stated =
                    survey.host(machine)
                            .filter(h -> h.policy().sysctl().containsKey("kernel.numa_balancing"))
                            .isPresent();
            if (balancing.isEmpty() || stated) {
                continue;
            }
            if (nodes == 0) {
                survey.notChecked(machine, survey.why(machine, Cpu.class));
            } else if (nodes > 1 && !balancing.get().value().equals("0")) {
                survey.warning(machine)
                        .says(
                                "kernel.numa_balancing is "
                                        + balancing.get().value()
                                        + " on a machine with "
                                        + nodes
                                        + " NUMA nodes")
                        .because("it is the kernel's default")
                        .fix(
                                "`sysctl -w kernel.numa_balancing=0`; for good: under"
                                        + " `host-policy: sysctl:` in the intent, then `railhead"
                                        + " plan` and `railhead apply`")
                        .cites(balancing.get())
                        .report();
            }
        }
    }
}
