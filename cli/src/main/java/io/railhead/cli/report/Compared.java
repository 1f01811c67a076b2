package io.railhead.cli.report;

import io.railhead.bench.compare.Comparison;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Which rows of a comparison a reader is shown: everything that got better or worse, so that the
/// exit status is there to be seen, and of all else the statistics people compare. What is left out
/// is counted.
///
/// @param rows in the order they were measured
/// @param sentences what is left out, and what only one of the runs holds
record Compared(List<Comparison.Row> rows, List<String> sentences) {
    private static final int NAMED = 6;

    static Compared of(Comparison c) {
        Set<String> told = new HashSet<>();
        c.alike().stream().filter(Compared::isHeadline).forEach(r -> told.add(metric(r)));
        List<Comparison.Row> rows =
                c.alike().stream()
                        .filter(r -> isHeadline(r) || moved(r) || isTellable(r, told))
                        .toList();
        List<String> sentences = new ArrayList<>();
        int left = c.alike().size() - rows.size();
        if (left > 0) {
            sentences.add(
                    Words.count(left, "more value", "more values")
                            + " got neither better nor worse (least, most, other percentiles,"
                            + " counters at 0); «--format json» has all.");
        }
        only(sentences, "before", c.onlyBefore());
        only(sentences, "after", c.onlyAfter());
        if (c.alike().isEmpty() && c.refused().isEmpty()) {
            sentences.add("The runs have nothing in common.");
        }
        return new Compared(rows, List.copyOf(sentences));
    }

    /// Those that decide the exit status before the others.
    List<Comparison.Row> decidingFirst() {
        return rows.stream()
                .sorted(Comparator.comparing(r -> r.change() != Comparison.Change.WORSE))
                .toList();
    }

    private static void only(List<String> sentences, String run, List<Measurement> values) {
        if (values.isEmpty()) return;
        List<String> metrics =
                values.stream().map(Measurement::metric).distinct().sorted().toList();
        sentences.add(
                "Only in the run %s: %s (%s)."
                        .formatted(
                                run,
                                Words.count(values.size(), "value", "values"),
                                Words.some(metrics, NAMED)));
    }

    private static boolean moved(Comparison.Row r) {
        return r.change() == Comparison.Change.WORSE || r.change() == Comparison.Change.BETTER;
    }

    /// A metric of which no usual statistic is there is told by those that are.
    private static boolean isTellable(Comparison.Row r, Set<String> told) {
        return !told.contains(metric(r)) && !isQuietCounter(r);
    }

    private static String metric(Comparison.Row r) {
        return r.before().metric();
    }

    private static boolean isQuietCounter(Comparison.Row r) {
        return metric(r).startsWith("saturate.")
                && r.before().value() == 0
                && r.after().value() == 0;
    }

    private static boolean isHeadline(Comparison.Row r) {
        if (isQuietCounter(r)) return false;
        Measurement m = r.before();
        if (!m.unit().equals("ns")) return m.statistic() != Statistic.PEAK;
        boolean middle = m.statistic() == Statistic.P50 || m.statistic() == Statistic.MEDIAN;
        return metric(r).startsWith("saturate.")
                ? middle || m.statistic() == Statistic.P99
                : middle || m.statistic() == Statistic.P99 || m.statistic() == Statistic.MEAN;
    }
}
