package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// A GPU (`nvidia-smi -q`, CSV query).
///
/// @param cuda highest API version the driver serves, not the toolkit
/// @param throttle slowdown reasons by nvidia-smi name, true when active
/// @param eccUncorrectable volatile, this boot
/// @param settings `Section/Key` rows
public record Gpu(
        int index,
        String name,
        Optional<String> uuid,
        String busId,
        Optional<String> driver,
        Optional<String> cuda,
        Optional<Boolean> persistence,
        Optional<String> performanceState,
        OptionalInt temperatureC,
        OptionalDouble powerWatts,
        OptionalDouble powerLimitWatts,
        OptionalLong memoryTotalBytes,
        OptionalLong memoryUsedBytes,
        OptionalInt utilisationPercent,
        OptionalInt pcieGenCurrent,
        OptionalInt pcieGenMax,
        OptionalInt pcieWidthCurrent,
        OptionalInt pcieWidthMax,
        Map<String, Boolean> throttle,
        OptionalLong eccUncorrectable,
        OptionalLong remappedUncorrectable,
        Optional<Boolean> remapPending,
        Optional<Boolean> remapFailure,
        Optional<String> fabricState,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public Gpu {
        throttle = Map.copyOf(throttle);
        settings = Map.copyOf(settings);
    }
}
