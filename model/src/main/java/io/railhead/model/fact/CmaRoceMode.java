package io.railhead.model.fact;

import io.railhead.model.Source;

/// The RoCE version that connections made by the RDMA connection manager use (`cma_roce_mode`).
///
/// @param device empty when the output does not name it
/// @param mode `RoCE v2`, `RoCE v1`
public record CmaRoceMode(String device, int port, String mode, Source source) implements Fact {}
