package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// An RDMA port (`rdma link`).
///
/// @param port from 1
/// @param state `ACTIVE`, `DOWN`, …
/// @param physicalState `LINK_UP`, `DISABLED`, `POLLING`
public record RdmaLink(
        String device,
        int port,
        String state,
        String physicalState,
        Optional<String> netdev,
        Source source)
        implements Fact {}
