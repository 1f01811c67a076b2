package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.OptionalDouble;

/// A row of a perftest latency table, in microseconds. Only the average stands in runs by duration.
public record PerftestLatency(
        long bytes,
        long iterations,
        OptionalDouble minMicros,
        OptionalDouble maxMicros,
        OptionalDouble typicalMicros,
        double averageMicros,
        OptionalDouble stdDevMicros,
        OptionalDouble p99Micros,
        OptionalDouble p999Micros,
        Source source) {}
