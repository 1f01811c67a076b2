package io.railhead.model;

import java.util.Locale;

/// A number of bytes. Printed with binary prefixes: 1 KiB is 1024 bytes.
public record Bytes(long count) implements Comparable<Bytes> {

    public static Bytes kib(long n) {
        return new Bytes(n * 1024);
    }

    public static Bytes mib(long n) {
        return new Bytes(n * 1_048_576);
    }

    @Override
    public int compareTo(Bytes other) {
        return Long.compare(count, other.count);
    }

    @Override
    public String toString() {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
        double value = count;
        int unit = 0;
        while (Math.abs(value) >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return unit == 0 || value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f %s", value, units[unit])
                : String.format(Locale.ROOT, "%.1f %s", value, units[unit]);
    }
}
