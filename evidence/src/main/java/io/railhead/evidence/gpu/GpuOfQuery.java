package io.railhead.evidence.gpu;

import io.railhead.evidence.Numbers;
import io.railhead.model.fact.Gpu;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Which rows of `nvidia-smi -q` make the values of a [Gpu]; their names changed over the years.
final class GpuOfQuery {
    private GpuOfQuery() {}

    static Gpu of(GpuTree t, OptionalInt index, Optional<String> driver, Optional<String> cuda) {
        String link = "PCI/GPU Link Info/";
        return new Gpu(
                index,
                t.value("Product Name"),
                t.value("GPU UUID"),
                Optional.of(t.busId()),
                driver,
                cuda,
                t.value("Persistence Mode").map("Enabled"::equals),
                t.value("Performance State"),
                NvidiaSmi.whole(t.value("Temperature/GPU Current Temp", "Temperature/Gpu")),
                watts(
                        t,
                        "GPU Power Readings/Average Power Draw",
                        "GPU Power Readings/Power Draw",
                        "Power Readings/Power Draw",
                        "GPU Power Readings/Instantaneous Power Draw"),
                watts(
                        t,
                        "GPU Power Readings/Current Power Limit",
                        "Power Readings/Enforced Power Limit",
                        "Power Readings/Power Limit"),
                watts(
                        t,
                        "GPU Power Readings/Default Power Limit",
                        "Power Readings/Default Power Limit"),
                NvidiaSmi.bytes(t.value("FB Memory Usage/Total")),
                NvidiaSmi.bytes(t.value("FB Memory Usage/Used")),
                NvidiaSmi.whole(t.value("Utilization/GPU", "Utilization/Gpu")),
                NvidiaSmi.whole(t.value(link + "PCIe Generation/Current")),
                NvidiaSmi.whole(t.value(link + "PCIe Generation/Max")),
                NvidiaSmi.whole(t.value(link + "Link Width/Current")),
                NvidiaSmi.whole(t.value(link + "Link Width/Max")),
                GpuTree.count(
                        t.value(
                                "PCI/Replays Since Reset",
                                "PCI/Replay Counter",
                                "PCI/Replays since reset")),
                throttle(t),
                eccUncorrectable(t),
                GpuTree.count(t.value("Remapped Rows/Uncorrectable Error")),
                t.value("Remapped Rows/Pending").map("Yes"::equals),
                t.value("Remapped Rows/Remapping Failure Occurred").map("Yes"::equals),
                t.value("Fabric/State"),
                t.settings(),
                t.lines(),
                t.source());
    }

    private static OptionalDouble watts(GpuTree t, String... paths) {
        return t.value(paths).map(Numbers::leading).orElse(OptionalDouble.empty());
    }

    /// Driver 535 renamed «Throttle» to «Event». HW Thermal and HW Power Brake stand below HW
    /// Slowdown.
    private static Map<String, Boolean> throttle(GpuTree t) {
        Map<String, Boolean> reasons = new LinkedHashMap<>();
        t.settings()
                .forEach(
                        (path, value) -> {
                            boolean reason =
                                    path.startsWith("Clocks Event Reasons/")
                                            || path.startsWith("Clocks Throttle Reasons/");
                            if (!reason) return;
                            String name = path.substring(path.lastIndexOf('/') + 1);
                            if (value.equals("Active")) reasons.put(name, true);
                            if (value.equals("Not Active")) reasons.put(name, false);
                        });
        return reasons;
    }

    /// Since Ampere by memory; before, double-bit errors with a total.
    private static OptionalLong eccUncorrectable(GpuTree t) {
        OptionalLong total = GpuTree.count(t.value("ECC Errors/Volatile/Double Bit/Total"));
        return total.isPresent() ? total : t.sum("ECC Errors/Volatile/", "Uncorrectable");
    }
}
