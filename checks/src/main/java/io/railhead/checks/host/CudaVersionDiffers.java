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
import io.railhead.model.fact.PackageVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Twins have different CUDA toolkits, or drivers that serve different CUDA versions.
@AutoService(Check.class)
public final class CudaVersionDiffers implements Check {

    @Override
    public String code() {
        return "cuda-version-differs";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Hosts that should be alike have different CUDA toolkits, or their drivers serve
                different CUDA versions.
                """,
                """
                Programs built on one host fail on another: "no kernel image is available",
                missing libcudart.so.
                """,
                """
                Toolkits installed by hand. (The "CUDA Version" in nvidia-smi is the newest API
                that the driver serves, not a toolkit.)
                """,
                """
                  ls -d /usr/local/cuda-*
                  apt-get install cuda-toolkit-12-8
                Or ship the toolkit with the job, in a container.
                """,
                """
                  nvcc --version
                  railhead check --only cuda-version-differs
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PackageVersion.class, Gpu.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Twins.Said> toolkits = new ArrayList<>();
        List<Twins.Said> served = new ArrayList<>();
        for (String machine : survey.machines(Gpu.class, m -> Nvidia.hasGpus(survey, m))) {
            String group = Twins.group(survey, machine);
            survey.facts().of(machine, PackageVersion.class).stream()
                    .filter(p -> TOOLKIT.matcher(p.name()).matches())
                    .sorted(Comparator.comparing(PackageVersion::name).reversed())
                    .findFirst()
                    .ifPresent(
                            p ->
                                    toolkits.add(
                                            Twins.Said.of(
                                                    group,
                                                    machine,
                                                    p.name() + " " + p.version(),
                                                    p)));
            survey.facts().of(machine, Gpu.class).stream()
                    .filter(g -> g.cuda().isPresent())
                    .findFirst()
                    .ifPresent(
                            g ->
                                    served.add(
                                            Twins.Said.of(
                                                    group, machine, g.cuda().orElseThrow(), g)));
        }
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "newest CUDA toolkit",
                        "installed by hand on some hosts",
                        "`apt-get install` the same cuda-toolkit package on all, or ship it with the"
                                + " job in a container"),
                toolkits);
        Twins.compare(
                survey,
                Severity.WARNING,
                new Twins.Words(
                        "CUDA version served by the driver",
                        "the drivers differ",
                        "one GPU driver version on all hosts"),
                served);
    }

    private static final Pattern TOOLKIT = Pattern.compile("cuda-toolkit-\\d+-\\d+");
}
