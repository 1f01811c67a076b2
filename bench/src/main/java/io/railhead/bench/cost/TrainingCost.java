package io.railhead.bench.cost;

import java.util.OptionalLong;

/// What exchanging gradients costs a data-parallel training, by arithmetic alone: steps, calls,
/// bytes, and the least time they take over a path of known latency and bandwidth. One all-reduce
/// a step.
///
/// @param samples of one epoch, at least 1
/// @param batch samples of one step over all ranks, at least 1
/// @param epochs at least 1
/// @param ranks that exchange gradients, at least 2
/// @param gradientBytes of one rank in one step; empty when the model is not stated
public record TrainingCost(
        long samples, long batch, long epochs, int ranks, OptionalLong gradientBytes) {

    /// Steps of one epoch; the last batch may be smaller.
    public long steps() {
        return (samples + batch - 1) / batch;
    }

    /// Of all epochs.
    public long allSteps() {
        return Math.multiplyExact(steps(), epochs);
    }

    /// Nanoseconds that one epoch waits when each all-reduce takes one way once: a lower bound, see
    /// [SyncCost#waitingNanos].
    public double waitingAnEpoch(double oneWayNanos) {
        return SyncCost.waitingNanos(steps(), oneWayNanos);
    }

    /// The same over all epochs.
    public double waitingInAll(double oneWayNanos) {
        return epochs * waitingAnEpoch(oneWayNanos);
    }

    /// Bytes that each rank sends in one step, and receives as many; 0 when the model is not
    /// stated.
    public double bytesEachWay() {
        return SyncCost.ringBytes(ranks, gradientBytes.orElse(0));
    }

    /// Bytes that all ranks send together in one step.
    public double bytesInAll() {
        return ranks * bytesEachWay();
    }

    /// Nanoseconds of one ring all-reduce at the least, see [SyncCost#ringNanos].
    public double ringNanos(double oneWayNanos, double bitsPerSecond) {
        return SyncCost.ringNanos(ranks, oneWayNanos, gradientBytes.orElse(0), bitsPerSecond);
    }
}
