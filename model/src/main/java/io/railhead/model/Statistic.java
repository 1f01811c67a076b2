package io.railhead.model;

import java.util.Locale;

/// Which statistic of many samples a measured value is.
public enum Statistic {
    MEAN,
    MEDIAN,
    MIN,
    MAX,
    P25,
    P50,
    P75,
    P90,
    P99,
    P999,
    P9999,
    STDDEV,
    TOTAL,
    PEAK;

    /// The lower-case word used in JSON: `p99`, `mean`; p999 is the 99.9th percentile.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
