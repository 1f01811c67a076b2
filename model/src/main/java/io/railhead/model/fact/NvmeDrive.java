package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalLong;

/// An NVMe drive (`nvme list`, sysfs).
public record NvmeDrive(
        String device,
        String model,
        Optional<String> serial,
        OptionalLong capacityBytes,
        Optional<String> firmware,
        Source source)
        implements Fact {}
