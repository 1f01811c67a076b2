package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Kernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Twins run different kernels.
@AutoService(Check.class)
public final class KernelVersionDiffers implements Check {

    @Override
    public String code() {
        return "kernel-version-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike run different kernels.
                """,
                """
                One host is slower, or lacks a feature (dma-buf, a newer driver) that the others
                have; out-of-tree modules are missing on it.
                """,
                """
                Unattended upgrades on one host and not on the other, or an upgrade that waits
                for its reboot.
                """,
                """
                  uname -r
                  apt-cache policy linux-image-generic
                Bring all to one kernel and reboot one host at a time; hold it: `apt-mark hold
                linux-image-generic`.
                """,
                """
                  uname -r
                  railhead check --only kernel-version-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Kernel.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(Kernel.class)) {
            Kernel k = survey.facts().first(machine, Kernel.class).orElseThrow();
            said.add(
                    Twins.Said.of(
                            k.architecture() + Twins.group(survey, machine),
                            machine,
                            k.release(),
                            k));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "kernel",
                        "upgraded on some hosts only, or an upgrade waits for its reboot",
                        "one kernel for all (`apt-get install linux-image-VERSION`), reboot one"
                                + " host at a time, `apt-mark hold` it"),
                said,
                "nic-driver-differs",
                "gpu-driver-differs");
    }
}
