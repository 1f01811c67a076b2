package io.railhead.cli.report;

import java.util.ArrayList;
import java.util.List;

/// Maps values to positions, with round numbers for ticks.
record Scale(double from, double to, double start, double end, boolean log) {

    static Scale linear(double to, double start, double end) {
        return new Scale(0, roundUp(to), start, end, false);
    }

    /// Whole decades around the values; both must be positive.
    static Scale log(double least, double most, double start, double end) {
        double low = Math.pow(10, Math.floor(Math.log10(least)));
        double high = Math.pow(10, Math.ceil(Math.log10(most)));
        return new Scale(low, high <= low ? low * 10 : high, start, end, true);
    }

    double at(double value) {
        double share =
                log
                        ? (Math.log10(Math.clamp(value, from, to)) - Math.log10(from))
                                / (Math.log10(to) - Math.log10(from))
                        : (Math.clamp(value, from, to) - from) / (to - from);
        return start + share * (end - start);
    }

    /// About five round values; of a logarithmic scale the powers of ten.
    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (log) {
            for (double t = from; t <= to * 1.001; t *= 10) {
                ticks.add(t);
            }
            return ticks;
        }
        double step = step(to);
        for (int i = 0; i * step <= to * 1.000001; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private static double roundUp(double value) {
        if (!(value > 0)) {
            return 1;
        }
        double step = step(value);
        return Math.ceil(value / step - 1e-9) * step;
    }

    private static double step(double most) {
        double rough = most / 5;
        double decade = Math.pow(10, Math.floor(Math.log10(rough)));
        double lead = rough / decade;
        return decade * (lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 5 ? 5 : 10);
    }
}
