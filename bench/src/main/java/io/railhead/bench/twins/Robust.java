package io.railhead.bench.twins;

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

    /// An interval for the median of what repeated runs are a sample of.
    ///
    /// @param coverage how sure it is that the median lies within, of 1
    public record Interval(double low, double high, double coverage) {}

    /// The order-statistic interval of the median, which supposes nothing of how values are
    /// distributed: from the k-th least to the k-th largest value, with the largest k that covers
    /// the median with at least 0.95; the whole range, with what it covers, where there are fewer
    /// than six values. Coverage is 1 - 2 P(Bin(n, 1/2) < k) (David and Nagaraja, Order Statistics,
    /// section 7.1).
    ///
    /// @param values at least two
    public static Interval medianInterval(Collection<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int n = sorted.length;
        // P(Bin(n, 1/2) = 0), and the sum up to k - 1.
        double term = Math.pow(0.5, n);
        double below = term;
        int k = 1;
        while (k < n / 2) {
            double next = term * (n - k + 1) / k;
            if (1 - 2 * (below + next) < 0.95) {
                break;
            }
            term = next;
            below += next;
            k++;
        }
        return new Interval(sorted[k - 1], sorted[n - k], 1 - 2 * below);
    }
}
