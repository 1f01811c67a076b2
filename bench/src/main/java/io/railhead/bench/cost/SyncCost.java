package io.railhead.bench.cost;

/// What synchronising costs a training, by formulas alone: what a ratio of latencies or bandwidths
/// means for it.
public final class SyncCost {
    private SyncCost() {}

    /// Time that `syncs` exchanges a second spend waiting when each takes one way once. A lower
    /// bound, and for two hosts only: an all-reduce takes more steps, see [#ringNanos].
    ///
    /// @return nanoseconds of each second
    public static double waitingNanos(double syncs, double oneWayNanos) {
        return syncs * oneWayNanos;
    }

    /// Bytes that each host sends (and receives) in a ring all-reduce: 2(n-1)/n of the data.
    public static double ringBytes(int hosts, double bytes) {
        return 2.0 * (hosts - 1) / hosts * bytes;
    }

    /// The least time of a ring all-reduce: 2(n-1) steps that each take one way, and the bytes that
    /// each host has to send over its line (the alpha-beta model).
    ///
    /// @param hosts at least 2
    /// @param oneWayNanos of a small message
    /// @param bitsPerSecond that a host can send
    public static double ringNanos(
            int hosts, double oneWayNanos, double bytes, double bitsPerSecond) {
        return 2.0 * (hosts - 1) * oneWayNanos + ringBytes(hosts, bytes) * 8e9 / bitsPerSecond;
    }

    /// The size below which an all-reduce waits longer for its steps than for its bytes: where both
    /// terms of [#ringNanos] are equal, n x latency x bandwidth. Smaller messages want latency,
    /// larger ones bandwidth.
    ///
    /// @return bytes
    public static double evenBytes(int hosts, double oneWayNanos, double bitsPerSecond) {
        return hosts * oneWayNanos / 1e9 * bitsPerSecond / 8;
    }
}
