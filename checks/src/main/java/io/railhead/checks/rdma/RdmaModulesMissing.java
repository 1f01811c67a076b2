package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.KernelModule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The driver of the card is loaded, its RDMA half is not.
@AutoService(Check.class)
public final class RdmaModulesMissing implements Check {

    @Override
    public String code() {
        return "rdma-modules-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The network half of the card's driver is loaded, and a module that RDMA needs is
                not.
                """,
                """
                The interface works, `rdma link` is empty or verbs programs find no device: no
                /dev/infiniband/uverbs0.
                """,
                """
                A minimal image without the modules (linux-modules-extra), a blacklist, or
                rdma-core's module loading not installed.
                """,
                """
                  modprobe mlx5_ib
                  modprobe ib_uverbs
                  apt-get install rdma-core linux-modules-extra-$(uname -r)
                """,
                """
                  lsmod | grep -e mlx5_ib -e ib_uverbs
                  railhead check --only rdma-modules-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(KernelModule.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(KernelModule.class, m -> Rdma.wanted(survey, m))) {
            List<KernelModule> loaded = survey.facts().of(machine, KernelModule.class);
            NEEDED.forEach(
                    (half, other) -> {
                        Optional<KernelModule> has =
                                loaded.stream().filter(m -> m.name().equals(half)).findFirst();
                        boolean complete = loaded.stream().anyMatch(m -> m.name().equals(other));
                        if (has.isPresent() && !complete) {
                            survey.error(machine + " " + other)
                                    .says(half + " is loaded and " + other + " is not")
                                    .because("not in the image, blacklisted, or never loaded")
                                    .fix(
                                            "`modprobe "
                                                    + other
                                                    + "`; if there is no such module: `apt-get"
                                                    + " install linux-modules-extra-$(uname -r)"
                                                    + " rdma-core`")
                                    .cites(has.get())
                                    .explains(
                                            "rdma-device-missing",
                                            "rdma-port-down",
                                            "roce-gid-missing",
                                            "hca-set-differs-between-nodes")
                                    .report();
                        }
                    });
        }
    }

    /// If the one is a loaded module, the other is a module too and has to be loaded.
    private static final Map<String, String> NEEDED =
            Map.of("mlx5_core", "mlx5_ib", "mlx4_core", "mlx4_ib", "ib_core", "ib_uverbs");
}
