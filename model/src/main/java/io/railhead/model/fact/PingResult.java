package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A ping (iputils or busybox).
///
/// @param payload ICMP payload bytes; IP packet is 28 more
/// @param avgMillis full round trip
/// @param reportedMtu from «message too long» or «Frag needed»
public record PingResult(
        String target,
        OptionalInt payload,
        boolean dontFragment,
        int sent,
        int received,
        OptionalDouble minMillis,
        OptionalDouble avgMillis,
        OptionalDouble maxMillis,
        OptionalDouble mdevMillis,
        OptionalInt reportedMtu,
        Optional<String> error,
        Source source)
        implements Fact {}
