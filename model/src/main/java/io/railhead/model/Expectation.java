package io.railhead.model;

/// What a measured value should be, in the measurement's unit.
///
/// @param low below it (for a latency: above `high`) the expectation is missed; negative infinity
///     when nothing is too low
/// @param typical what a healthy run shows; NaN when nothing says so
/// @param high positive infinity when nothing is too high
/// @param why the arithmetic, or the baseline run, it comes from
public record Expectation(double low, double typical, double high, String why) {

    /// Nothing to hold the value against, and the reason: the verdict is [Verdict#NONE].
    public static Expectation none(String why) {
        return new Expectation(Double.NEGATIVE_INFINITY, Double.NaN, Double.POSITIVE_INFINITY, why);
    }

    /// Whether there is a bound at all; false for [#none].
    public boolean bounded() {
        return low != Double.NEGATIVE_INFINITY || high != Double.POSITIVE_INFINITY;
    }
}
