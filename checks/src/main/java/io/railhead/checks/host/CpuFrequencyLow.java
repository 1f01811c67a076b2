package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.fact.CpuGovernor;
import io.railhead.model.fact.Fact;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// CPUs run well below their top frequency although nothing should hold them back.
@AutoService(Check.class)
public final class CpuFrequencyLow implements Check {

    @Override
    public String code() {
        return "cpu-frequency-low";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                CPUs run well below their top frequency although the governor is performance, or
                their top frequency was set lower than their twins'.
                """,
                """
                Latency and everything that one core drives (TCP streams, launching kernels) is
                slower than on the twins.
                """,
                """
                A limit set by hand (`scaling_max_freq`), a firmware power profile, thermal or
                power capping, or a frequency pinned by `cpupower frequency-set -f`.
                """,
                """
                  cpupower frequency-info
                  cpupower frequency-set -u MAXIMUM
                  turbostat --quiet --interval 5 --num_iterations 1
                Then the firmware: system profile "Maximum Performance"; look for thermal or
                power events in the SEL.
                """,
                """
                  grep MHz /proc/cpuinfo | sort | head -3
                  railhead check --only cpu-frequency-low
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CpuGovernor.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        Map<String, List<CpuGovernor>> read = new LinkedHashMap<>();
        for (String machine : survey.machines(CpuGovernor.class)) {
            read.put(machine, survey.facts().of(machine, CpuGovernor.class));
        }
        Map<String, Long> highest = new LinkedHashMap<>();
        read.forEach(
                (machine, all) ->
                        all.stream()
                                .flatMapToLong(g -> g.maxKhz().stream())
                                .max()
                                .ifPresent(
                                        m ->
                                                highest.merge(
                                                        Twins.group(survey, machine),
                                                        m,
                                                        Math::max)));
        read.forEach(
                (machine, all) -> {
                    long twins = highest.getOrDefault(Twins.group(survey, machine), 0L);
                    all.forEach(g -> judge(survey, machine, g, twins));
                });
    }

    /// Below this share of the top the CPU is held back; turbo bins are within it.
    private static final double SHARE = 0.7;

    private static void judge(Survey survey, String machine, CpuGovernor g, long twins) {
        if (g.maxKhz().isEmpty()) {
            survey.notChecked(machine, "the top frequency is unknown");
            return;
        }
        long max = g.maxKhz().getAsLong();
        if (max < twins * SHARE) {
            report(
                    survey,
                    machine,
                    g,
                    "the top frequency is set to " + mhz(max) + ", a twin's is " + mhz(twins),
                    "scaling_max_freq was lowered, or the CPU is another model");
        } else if (g.currentKhz().isPresent()
                && g.currentKhz().getAsLong() < max * SHARE
                && (g.governor().equals("performance") || g.governor().equals("userspace"))) {
            report(
                    survey,
                    machine,
                    g,
                    "a CPU runs at "
                            + mhz(g.currentKhz().getAsLong())
                            + " of "
                            + mhz(max)
                            + " with governor "
                            + g.governor(),
                    "a pinned frequency, a firmware power profile, or thermal or power capping");
        }
    }

    private static String mhz(long khz) {
        return khz / 1000 + " MHz";
    }

    private static void report(
            Survey survey, String machine, CpuGovernor g, String summary, String cause) {
        survey.warning(machine)
                .says(summary)
                .because(cause)
                .fix(
                        "`cpupower frequency-info`, `cpupower frequency-set -u MAXIMUM`; firmware"
                                + " profile \"Maximum Performance\"")
                .cites(g)
                .report();
    }
}
