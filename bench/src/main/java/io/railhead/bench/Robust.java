package io.railhead.bench;

import java.util.Arrays;
import java.util.Collection;

/// Statistics that a few wild values do not move.
public final class Robust {
    /// Median absolute deviation times this is the standard deviation, for a normal distribution.
    public static final double SIGMA = 1.4826;

    private Robust() {}

    /// The middle value, or the mean of the two middle ones. NaN of nothing.
    public static double median(Collection<Double> values) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /// Median absolute deviation from `centre`.
    public static double deviation(Collection<Double> values, double centre) {
        return median(values.stream().map(v -> Math.abs(v - centre)).toList());
    }

    /// (largest - least) / median: how far repeated runs lie apart. Zero for fewer than two values
    /// or a median of zero.
    public static double spread(Collection<Double> values) {
        double[] v = values.stream().mapToDouble(Double::doubleValue).toArray();
        double median = median(values);
        if (v.length < 2 || median == 0) {
            return 0;
        }
        return (Arrays.stream(v).max().orElse(0) - Arrays.stream(v).min().orElse(0))
                / Math.abs(median);
    }
}
