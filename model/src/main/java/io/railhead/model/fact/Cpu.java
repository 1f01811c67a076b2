package io.railhead.model.fact;

import io.railhead.model.Source;

/// The processors (`lscpu`).
///
/// @param logical online logical CPUs
public record Cpu(
        String model,
        int sockets,
        int coresPerSocket,
        int threadsPerCore,
        int logical,
        int numaNodes,
        Source source)
        implements Fact {}
