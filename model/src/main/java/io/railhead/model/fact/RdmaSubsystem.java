package io.railhead.model.fact;

import io.railhead.model.Source;

/// Whether the kernel has an RDMA subsystem at all.
public record RdmaSubsystem(boolean present, Source source) implements Fact {}
