package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalDouble;

/// A row of a perftest bandwidth table.
///
/// @param iterations summed over the queue pairs
/// @param peak absent when it was not measured
/// @param printedAverage the number as printed, in the table's own unit
/// @param printedPeak the number as printed, 0 when it was not measured
/// @param messageRateMpps million messages a second
public record PerftestBandwidth(
        long bytes,
        long iterations,
        Optional<Bandwidth> peak,
        Bandwidth average,
        double printedPeak,
        double printedAverage,
        OptionalDouble messageRateMpps,
        Source source) {}
