package io.railhead.evidence;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Numbers out of text that may hold anything: a value or nothing, never an exception.
public final class Numbers {
    private Numbers() {}

    public static OptionalInt toInt(String s) {
        try {
            return OptionalInt.of(Integer.parseInt(s.strip()));
        } catch (NumberFormatException e) {
            return OptionalInt.empty();
        }
    }

    public static OptionalLong toLong(String s) {
        try {
            return OptionalLong.of(Long.parseLong(s.strip()));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /// Counters are unsigned in the kernel: values above 2^63-1 are held at that bound.
    public static OptionalLong toCounter(String s) {
        String digits = s.strip();
        OptionalLong value = toLong(digits);
        if (value.isPresent() || digits.isEmpty() || digits.length() > 20) return value;
        return digits.chars().allMatch(c -> c >= '0' && c <= '9')
                ? OptionalLong.of(Long.MAX_VALUE)
                : OptionalLong.empty();
    }

    /// Finite decimal numbers only; no `NaN`, no hexadecimal, no type suffix.
    public static OptionalDouble toDouble(String s) {
        String t = s.strip();
        if (t.isEmpty() || t.length() > 64) return OptionalDouble.empty();
        for (int i = 0; i < t.length(); i++) {
            char c = t.charAt(i);
            if ((c < '0' || c > '9') && "+-.eE".indexOf(c) < 0) return OptionalDouble.empty();
        }
        try {
            double d = Double.parseDouble(t);
            return Double.isFinite(d) ? OptionalDouble.of(d) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /// The number that text starts with: 2 of `2m`, 10300 of `10300MBd`, -3.1 of `-3.1 dBm`.
    public static OptionalDouble leading(String s) {
        String t = s.strip();
        int i = 0;
        if (i < t.length() && (t.charAt(i) == '-' || t.charAt(i) == '+')) i++;
        while (i < t.length() && (isDigit(t.charAt(i)) || t.charAt(i) == '.')) i++;
        return toDouble(t.substring(0, i));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
