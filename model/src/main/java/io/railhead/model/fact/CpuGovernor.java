package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.OptionalLong;

/// Frequency governor of CPUs, gathered by equal value (sysfs `cpufreq`).
///
/// @param cpus how many CPUs have it
/// @param currentKhz lowest current frequency among them
public record CpuGovernor(
        String governor,
        int cpus,
        OptionalLong minKhz,
        OptionalLong maxKhz,
        OptionalLong currentKhz,
        Source source)
        implements Fact {}
