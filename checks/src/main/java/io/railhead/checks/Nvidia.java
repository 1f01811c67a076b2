package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.PciDevice;
import java.util.Locale;
import java.util.Optional;

/// Which machines have NVIDIA GPUs, as far as the evidence tells.
public final class Nvidia {
    private Nvidia() {}

    /// A 3D or display controller of NVIDIA. Its audio function, bridges and NVSwitches are not.
    public static boolean isGpu(PciDevice d) {
        String type = d.deviceClass().toLowerCase(Locale.ROOT);
        boolean nvidia =
                d.id().filter(i -> i.startsWith("10de:")).isPresent()
                        || d.model()
                                .filter(m -> m.toLowerCase(Locale.ROOT).contains("nvidia"))
                                .isPresent();
        return nvidia
                && (type.contains("3d controller")
                        || type.contains("vga")
                        || type.contains("display")
                        || type.startsWith("0302")
                        || type.startsWith("0300"));
    }

    /// Whether a check of GPUs has a say about a machine: the intent wants GPUs there, or the
    /// driver or the bus shows one. A machine of which none of that is known has none.
    public static boolean hasGpus(Survey survey, String machine) {
        Facts facts = survey.facts();
        return survey.host(machine).filter(h -> h.gpus().isPresent()).isPresent()
                || !facts.of(machine, Gpu.class).isEmpty();
    }

    /// DGX Spark's GB10: memory shared with the CPU, no GPUDirect RDMA.
    public static boolean isSpark(Facts facts, String machine) {
        Optional<Gpu> gpu = facts.first(machine, Gpu.class);
        return gpu.flatMap(Gpu::name).filter(n -> n.contains("GB10")).isPresent();
    }
}
