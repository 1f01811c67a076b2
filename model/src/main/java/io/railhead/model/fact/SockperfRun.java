package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// A sockperf run; latencies in microseconds, half a round trip unless `fullRoundTrip`.
///
/// @param mode `ping-pong`, `under-load`; empty when the command line is not known, for the output
///     does not tell
/// @param transport `TCP`, `UDP`
/// @param runSeconds valid duration, without warm-up and end
/// @param sent messages in the valid duration; under load only some are answered
/// @param totalSeconds the whole run
/// @param totalSent messages of the whole run
/// @param totalReceived answers of the whole run
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
        OptionalDouble totalSeconds,
        OptionalLong totalSent,
        OptionalLong totalReceived,
        Source source)
        implements Fact {
    public SockperfRun {
        percentileMicros = Map.copyOf(percentileMicros);
    }
}
