package io.railhead.model.fact;

import io.railhead.model.Source;

/// Whether the kernel has an RDMA subsystem at all (module `ib_core`).
public record RdmaSubsystem(boolean present, Source source)
        implements Fact, Merging<RdmaSubsystem> {

    @Override
    public boolean sameThing(RdmaSubsystem other) {
        return present == other.present;
    }

    @Override
    public RdmaSubsystem filledFrom(RdmaSubsystem other) {
        return this;
    }
}
