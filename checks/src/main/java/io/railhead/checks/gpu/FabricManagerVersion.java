package io.railhead.checks.gpu;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.PackageVersion;
import java.util.Optional;
import java.util.Set;

/// Fabric manager and the GPU driver are of different versions.
@AutoService(Check.class)
public final class FabricManagerVersion implements Check {

    @Override
    public String code() {
        return "fabric-manager-version-mismatch";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The installed fabric manager is of another version than the NVIDIA driver.
                """,
                """
                nvidia-fabricmanager stops with "driver interface version does not match"; CUDA
                error 802.
                """,
                """
                One was upgraded without the other; both must be of exactly one version.
                """,
                """
                  apt-get install nvidia-fabricmanager-580=VERSION_OF_THE_DRIVER-1
                  systemctl restart nvidia-fabricmanager
                """,
                """
                  dpkg-query -W 'nvidia-fabricmanager*'; nvidia-smi --query-gpu=driver_version --format=csv,noheader
                  railhead check --only fabric-manager-version-mismatch
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class, PackageVersion.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            Optional<Gpu> gpu =
                    survey.facts().of(machine, Gpu.class).stream()
                            .filter(g -> g.driver().isPresent())
                            .findFirst();
            for (PackageVersion p : survey.facts().of(machine, PackageVersion.class)) {
                if (!p.name().matches("nvidia-fabric-?manager(-\\d+)?") || gpu.isEmpty()) {
                    continue;
                }
                String driver = gpu.get().driver().orElseThrow();
                String version = p.version().replaceFirst("^\\d+:", "").replaceFirst("-.*$", "");
                if (!version.equals(driver)) {
                    survey.error(machine)
                            .says("fabric manager is " + version + ", the driver " + driver)
                            .because("one was upgraded without the other")
                            .fix(
                                    "`apt-get install "
                                            + p.name()
                                            + "="
                                            + driver
                                            + "-1`, `systemctl restart nvidia-fabricmanager`")
                            .cites(p, gpu.get())
                            .explains("fabric-manager-not-running", "nvlink-inactive")
                            .report();
                }
            }
        }
    }
}
