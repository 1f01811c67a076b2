package io.railhead.model;

import java.util.Locale;

/// A time in nanoseconds. Whether it is half or a full round trip stands in the [Conditions] of
/// the measurement, never here.
public record Latency(double nanoseconds) implements Comparable<Latency> {

    public static Latency micros(double value) {
        return new Latency(value * 1e3);
    }

    public static Latency millis(double value) {
        return new Latency(value * 1e6);
    }

    public double asMicros() {
        return nanoseconds / 1e3;
    }

    @Override
    public int compareTo(Latency other) {
        return Double.compare(nanoseconds, other.nanoseconds);
    }

    /// `0.85 µs`, `4.30 ms`.
    @Override
    public String toString() {
        return nanoseconds >= 1e6
                ? String.format(Locale.ROOT, "%.2f ms", nanoseconds / 1e6)
                : String.format(Locale.ROOT, "%.2f µs", nanoseconds / 1e3);
    }
}
