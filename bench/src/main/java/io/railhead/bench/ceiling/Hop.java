package io.railhead.bench.ceiling;

/// What a switch on the way adds to a frame's time, by its class (reference lab A, row A22).
///
/// @param low in ns
/// @param high in ns
/// @param stores whether it has the whole frame before it sends it on, so that each hop adds the
///     frame's time on the wire
public record Hop(String name, double low, double high, boolean stores) {
    public static final Hop CUT_THROUGH = new Hop("cut-through", 300, 500, false);
    public static final Hop STORE_AND_FORWARD = new Hop("store-and-forward", 1_000, 3_000, true);
    public static final Hop UNMANAGED = new Hop("unmanaged", 3_000, 10_000, true);

    /// Light in fibre and the signal in copper: 5 ns a metre.
    public static final double NANOS_A_METRE = 5;

    /// Of a frame on a line.
    public static double serialization(double bytes, double bitsPerSecond) {
        return bytes * 8e9 / bitsPerSecond;
    }
}
