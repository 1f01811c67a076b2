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
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The driver is too old for the installed CUDA toolkit.
@AutoService(Check.class)
public final class CudaDriverTooOld implements Check {

    @Override
    public String code() {
        return "cuda-driver-too-old";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The GPU driver serves an older major version of CUDA than the toolkit that is
                installed.
                """,
                """
                "CUDA driver version is insufficient for CUDA runtime version" (error 35), or
                "forward compatibility was attempted on non supported HW" (804).
                """,
                """
                The toolkit was upgraded without the driver. Within one major version (12.x)
                older drivers of that major still work.
                """,
                """
                  apt-get install nvidia-driver-580-server      # or install the toolkit of the driver's major version
                """,
                """
                  nvidia-smi | grep 'CUDA Version'; nvcc --version | grep release
                  railhead check --only cuda-driver-too-old
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
                            .filter(
                                    g ->
                                            g.cuda()
                                                    .filter(c -> c.matches("\\d{1,3}\\..*"))
                                                    .isPresent())
                            .findFirst();
            Optional<PackageVersion> newest =
                    survey.facts().of(machine, PackageVersion.class).stream()
                            .filter(p -> TOOLKIT.matcher(p.name()).matches())
                            .max(Comparator.comparingInt(p -> major(p.name())));
            if (gpu.isEmpty() || newest.isEmpty()) {
                continue;
            }
            String served = gpu.get().cuda().orElseThrow();
            int serves = Integer.parseInt(served.substring(0, served.indexOf('.')));
            if (serves < major(newest.get().name())) {
                survey.error(machine)
                        .says(
                                newest.get().name()
                                        + " is installed, the driver serves CUDA up to "
                                        + served)
                        .because("the toolkit was upgraded without the driver")
                        .fix("upgrade the driver, or use a toolkit of CUDA " + serves)
                        .cites(gpu.get(), newest.get())
                        .report();
            }
        }
    }

    private static final Pattern TOOLKIT = Pattern.compile("cuda-toolkit-(\\d{1,3})-\\d+");

    private static int major(String name) {
        Matcher m = TOOLKIT.matcher(name);
        return m.matches() ? Integer.parseInt(m.group(1)) : 0;
    }
}
