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
import io.railhead.model.fact.KernelModule;
import io.railhead.model.fact.PciDevice;
import java.util.List;
import java.util.Set;

/// There are NVIDIA GPUs and no NVIDIA driver.
@AutoService(Check.class)
public final class GpuDriverMissing implements Check {

    @Override
    public String code() {
        return "gpu-driver-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The bus shows NVIDIA GPUs and the NVIDIA kernel module is not loaded.
                """,
                """
                nvidia-smi is missing or says "couldn't communicate with the NVIDIA driver";
                CUDA programs find no device.
                """,
                """
                Not installed, not built for the running kernel (headers missing, DKMS failed),
                rejected by Secure Boot, or kept out by nouveau.
                """,
                """
                  apt-get install linux-headers-$(uname -r) nvidia-driver-580-server
                  dkms status
                  dmesg -T | grep -i -e nvidia -e 'key was rejected'
                Secure Boot: enrol the DKMS key (`mokutil --import
                /var/lib/shim-signed/mok/MOK.der`) or switch it off.
                """,
                """
                  nvidia-smi -L
                  railhead check --only gpu-driver-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PciDevice.class, Gpu.class, KernelModule.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.facts().machines()) {
            List<PciDevice> bus =
                    survey.facts().of(machine, PciDevice.class).stream()
                            .filter(Nvidia::isGpu)
                            .toList();
            List<KernelModule> modules = survey.facts().of(machine, KernelModule.class);
            if (bus.isEmpty() || !survey.facts().of(machine, Gpu.class).isEmpty()) {
                continue;
            }
            if (modules.isEmpty()) {
                survey.notChecked(machine, survey.why(machine, KernelModule.class));
            } else if (modules.stream().noneMatch(m -> m.name().equals("nvidia"))) {
                String bound =
                        bus.stream()
                                .flatMap(d -> d.driver().stream())
                                .findFirst()
                                .map(d -> "; bound to " + d)
                                .orElse("");
                survey.error(machine)
                        .says(
                                bus.size()
                                        + " NVIDIA GPUs on the bus, and the module nvidia is not"
                                        + " loaded"
                                        + bound)
                        .because(
                                bound.contains("vfio")
                                        ? "the GPUs are passed through to virtual machines"
                                        : "not installed, not built for this kernel, or rejected by"
                                                + " Secure Boot")
                        .fix(
                                "`apt-get install linux-headers-$(uname -r)"
                                        + " nvidia-driver-580-server`, `dkms status`, `dmesg | grep"
                                        + " -i nvidia`")
                        .cites(bus)
                        .explains("gpu-count-not-as-intended")
                        .report();
            }
        }
    }
}
