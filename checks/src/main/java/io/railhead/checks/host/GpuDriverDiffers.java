package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Nvidia;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.Twins;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Twins have different GPU drivers.
@AutoService(Check.class)
public final class GpuDriverDiffers implements Check {

    @Override
    public String code() {
        return "gpu-driver-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different versions of the NVIDIA driver.
                """,
                """
                A container or CUDA build runs on some hosts and says "CUDA driver version is
                insufficient" on others; NCCL features (NVLS, dma-buf) are on for some ranks and
                off for others.
                """,
                """
                Unattended upgrades, or a driver installed by runfile beside one from packages.
                """,
                """
                  nvidia-smi --query-gpu=driver_version --format=csv,noheader
                Install one version on all and hold it; fabric manager must be of the same
                version.
                """,
                """
                  nvidia-smi --query-gpu=driver_version --format=csv,noheader | sort -u
                  railhead check --only gpu-driver-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> said = new ArrayList<>();
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            survey.facts().of(machine, Gpu.class).stream()
                    .filter(g -> g.driver().isPresent())
                    .findFirst()
                    .ifPresentOrElse(
                            g ->
                                    said.add(
                                            Twins.Said.of(
                                                    Twins.group(survey, machine),
                                                    machine,
                                                    g.driver().orElseThrow(),
                                                    g)),
                            () ->
                                    survey.notChecked(
                                            machine, "nvidia-smi does not say the version"));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "GPU driver",
                        "upgraded on some hosts only",
                        "one driver version on all hosts, held back from upgrades; fabric manager of"
                                + " the same version"),
                said,
                "cuda-version-differs",
                "cuda-driver-too-old",
                "fabric-manager-version-mismatch");
    }
}
