package io.railhead.model;

import java.util.Locale;

/// A rate in bits a second. Decimal prefixes: 1 Gb/s is 10^9 bits a second.
public record Bandwidth(double bitsPerSecond) implements Comparable<Bandwidth> {

    public static Bandwidth gbps(double value) {
        return new Bandwidth(value * 1e9);
    }

    public static Bandwidth mbps(double value) {
        return new Bandwidth(value * 1e6);
    }

    /// perftest prints `MB/sec` (old) and `MiB/sec` (new); both mean 2^20 bytes a second
    /// (perftest source: factor 0x100000).
    public static Bandwidth mebibytes(double perSecond) {
        return new Bandwidth(perSecond * 8 * 1_048_576);
    }

    /// NCCL's and fio's GB/s: 10^9 bytes a second.
    public static Bandwidth gigabytes(double perSecond) {
        return new Bandwidth(perSecond * 8e9);
    }

    public double asGbps() {
        return bitsPerSecond / 1e9;
    }

    @Override
    public int compareTo(Bandwidth other) {
        return Double.compare(bitsPerSecond, other.bitsPerSecond);
    }

    /// `38.21 Gb/s`, `940.00 Mb/s`.
    @Override
    public String toString() {
        return bitsPerSecond >= 1e9
                ? String.format(Locale.ROOT, "%.2f Gb/s", bitsPerSecond / 1e9)
                : String.format(Locale.ROOT, "%.2f Mb/s", bitsPerSecond / 1e6);
    }
}
