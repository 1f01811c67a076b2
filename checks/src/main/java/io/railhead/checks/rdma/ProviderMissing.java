package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PackageVersion;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// libibverbs is installed, its drivers are not.
@AutoService(Check.class)
public final class ProviderMissing implements Check {

    @Override
    public String code() {
        return "rdma-provider-library-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                libibverbs is installed and the package with the vendors' user-space drivers is
                not.
                """,
                """
                "libibverbs: Warning: no userspace device-specific driver found for
                /sys/class/infiniband_verbs/uverbs0"; `ibv_devices` is empty although `rdma
                link` shows the port; NCCL falls back to sockets.
                """,
                """
                Minimal images and containers install the library as a dependency, without its
                recommendation.
                """,
                """
                  apt-get install ibverbs-providers
                """,
                """
                  ibv_devinfo | grep hca_id
                  railhead check --only rdma-provider-library-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PackageVersion.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(PackageVersion.class, m -> Rdma.wanted(survey, m))) {
            List<PackageVersion> packages = survey.facts().of(machine, PackageVersion.class);
            Optional<PackageVersion> library =
                    packages.stream().filter(p -> p.name().equals("libibverbs1")).findFirst();
            boolean providers =
                    packages.stream()
                            .anyMatch(
                                    p ->
                                            p.name().equals("ibverbs-providers")
                                                    || p.name().startsWith("mlnx-ofed"));
            if (library.isPresent() && !providers) {
                survey.error(machine)
                        .says("libibverbs1 is installed, ibverbs-providers is not")
                        .because("a minimal image or container without the recommended package")
                        .fix("`apt-get install ibverbs-providers`")
                        .cites(library.get())
                        .explains("rdma-device-missing")
                        .report();
            }
        }
    }
}
