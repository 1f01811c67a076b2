package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// What the machine's clock said, against the collector's.
///
/// @param epochNanos time of the machine, nanoseconds since 1970
/// @param collectorEpochNanos the collector's clock at the middle of the round trip
/// @param uncertaintyNanos half of the round trip
/// @param synchronised what `timedatectl` says of NTP, when it answers
public record Clock(
        long epochNanos,
        long collectorEpochNanos,
        long uncertaintyNanos,
        Optional<Boolean> synchronised,
        Source source)
        implements Fact {}
