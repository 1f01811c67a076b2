package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// The health log of a NVMe controller (`nvme smart-log`; NVM Express base specification, log page
/// 02h).
///
/// @param device `nvme0`; empty when the output does not say
/// @param warning bits: 0 spare below its threshold, 1 temperature, 2 reliability degraded, 3 read
///     only, 4 the backup of volatile memory failed, 5 the persistent memory region is read-only
/// @param celsius composite temperature
/// @param sparePercent left
/// @param usedPercent of the life the maker expects; may exceed 100
/// @param mediaErrors data that could not be read or was wrong, over the drive's life
/// @param warningMinutes above the warning temperature, over the drive's life
/// @param criticalMinutes above the critical temperature, over the drive's life
/// @param settings every row by its name
public record NvmeHealth(
        String device,
        OptionalInt warning,
        OptionalInt celsius,
        OptionalInt sparePercent,
        OptionalInt spareThreshold,
        OptionalInt usedPercent,
        OptionalLong mediaErrors,
        OptionalLong warningMinutes,
        OptionalLong criticalMinutes,
        Map<String, Stated<String>> settings,
        Source source)
        implements Fact {
    public NvmeHealth {
        settings = Ordered.copy(settings);
    }
}
