package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A sockperf run; latencies in microseconds, half a round trip unless `fullRoundTrip`.
///
/// @param mode `ping-pong`, `under-load`
/// @param transport `TCP`, `UDP`
/// @param runSeconds valid duration
/// @param percentileMicros by percentile, 99.9 for p99.9
public record SockperfRun(
        Optional<String> version,
        String mode,
        String transport,
        OptionalDouble runSeconds,
        long sent,
        long received,
        double averageMicros,
        double stdDevMicros,
        long dropped,
        long duplicated,
        long outOfOrder,
        OptionalDouble minMicros,
        OptionalDouble maxMicros,
        Map<Double, Double> percentileMicros,
        boolean fullRoundTrip,
        OptionalLong observations,
        Source source)
        implements Fact {
    public SockperfRun {
        percentileMicros = Map.copyOf(percentileMicros);
    }
}
