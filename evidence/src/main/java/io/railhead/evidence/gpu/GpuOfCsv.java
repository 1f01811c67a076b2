package io.railhead.evidence.gpu;

import io.railhead.evidence.Numbers;
import io.railhead.model.Source;
import io.railhead.model.fact.Gpu;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Which fields of a CSV query make the values of a [Gpu] (`nvidia-smi --help-query-gpu`).
final class GpuOfCsv {

    /// Bits of `clocks_event_reasons.active` (nvml.h, nvmlClocksEventReason*), by the names that
    /// `nvidia-smi -q` gives them.
    private static final List<String> REASONS =
            List.of(
                    "Idle",
                    "Applications Clocks Setting",
                    "SW Power Cap",
                    "HW Slowdown",
                    "Sync Boost",
                    "SW Thermal Slowdown",
                    "HW Thermal Slowdown",
                    "HW Power Brake Slowdown",
                    "Display Clock Setting");

    /// The same reasons as fields of their own.
    private static final Map<String, String> REASON_FIELDS =
            Map.of(
                    "gpu_idle", "Idle",
                    "applications_clocks_setting", "Applications Clocks Setting",
                    "sw_power_cap", "SW Power Cap",
                    "hw_slowdown", "HW Slowdown",
                    "sync_boost", "Sync Boost",
                    "sw_thermal_slowdown", "SW Thermal Slowdown",
                    "hw_thermal_slowdown", "HW Thermal Slowdown",
                    "hw_power_brake_slowdown", "HW Power Brake Slowdown");

    private GpuOfCsv() {}

    static Gpu of(Map<String, String> fields, Source source) {
        Map<String, Integer> lines = new LinkedHashMap<>();
        fields.keySet().forEach(f -> lines.put(f, source.firstLine()));
        return new Gpu(
                NvidiaSmi.whole(value(fields, "index")),
                value(fields, "name", "gpu_name"),
                value(fields, "uuid", "gpu_uuid"),
                value(fields, "pci.bus_id", "gpu_bus_id"),
                value(fields, "driver_version"),
                Optional.empty(),
                value(fields, "persistence_mode").map("Enabled"::equals),
                value(fields, "pstate"),
                NvidiaSmi.whole(value(fields, "temperature.gpu")),
                watts(fields, "power.draw", "power.draw.average", "power.draw.instant"),
                watts(fields, "enforced.power.limit", "power.limit"),
                watts(fields, "power.default_limit"),
                NvidiaSmi.bytes(value(fields, "memory.total")),
                NvidiaSmi.bytes(value(fields, "memory.used")),
                NvidiaSmi.whole(value(fields, "utilization.gpu")),
                NvidiaSmi.whole(value(fields, "pcie.link.gen.current", "pcie.link.gen.gpucurrent")),
                NvidiaSmi.whole(value(fields, "pcie.link.gen.max")),
                NvidiaSmi.whole(value(fields, "pcie.link.width.current")),
                NvidiaSmi.whole(value(fields, "pcie.link.width.max")),
                OptionalLong.empty(),
                throttle(fields),
                GpuTree.count(value(fields, "ecc.errors.uncorrected.volatile.total")),
                GpuTree.count(value(fields, "remapped_rows.uncorrectable")),
                flag(fields, "remapped_rows.pending"),
                flag(fields, "remapped_rows.failure"),
                value(fields, "fabric.state"),
                fields,
                lines,
                source);
    }

    private static Optional<String> value(Map<String, String> fields, String... names) {
        for (String name : names) {
            Optional<String> value =
                    Optional.ofNullable(fields.get(name)).flatMap(NvidiaSmi::value);
            if (value.isPresent()) return value;
        }
        return Optional.empty();
    }

    private static OptionalDouble watts(Map<String, String> fields, String... names) {
        return value(fields, names).map(Numbers::leading).orElse(OptionalDouble.empty());
    }

    private static Optional<Boolean> flag(Map<String, String> fields, String name) {
        return value(fields, name)
                .filter(v -> List.of("0", "1", "Yes", "No").contains(v))
                .map(v -> v.equals("1") || v.equals("Yes"));
    }

    private static Map<String, Boolean> throttle(Map<String, String> fields) {
        Map<String, Boolean> reasons = new LinkedHashMap<>();
        for (String group : List.of("clocks_event_reasons.", "clocks_throttle_reasons.")) {
            value(fields, group + "active")
                    .filter(v -> v.matches("0x[0-9a-fA-F]{1,16}"))
                    .ifPresent(
                            v -> {
                                long bits = Long.parseUnsignedLong(v.substring(2), 16);
                                for (int i = 0; i < REASONS.size(); i++) {
                                    reasons.put(REASONS.get(i), (bits >> i & 1) == 1);
                                }
                            });
            REASON_FIELDS.forEach(
                    (field, reason) ->
                            value(fields, group + field)
                                    .filter(v -> v.equals("Active") || v.equals("Not Active"))
                                    .ifPresent(v -> reasons.put(reason, v.equals("Active"))));
        }
        return reasons;
    }
}
