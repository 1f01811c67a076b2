package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;

/// An RDMA device (`ibv_devinfo`).
///
/// @param transport `InfiniBand` also for RoCE
public record RdmaDevice(
        String device,
        String transport,
        String firmware,
        OptionalInt vendorPartId,
        Optional<String> boardId,
        Optional<String> nodeGuid,
        Source source)
        implements Fact {}
