package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A loaded module (`/proc/modules`, version from sysfs).
public record KernelModule(String name, Optional<String> version, Source source) implements Fact {}
