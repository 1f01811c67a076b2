package io.railhead.bench;

import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Several runs of one case as one: of every value the median over the runs (the condition `runs`
/// says of how many), and for the values that are compared how far the runs lie apart.
///
/// @param noise what to say about runs that differ by more than a tenth
record Repeats(List<Measurement> measurements, List<String> noise) {
    private static final double NOISY = 0.10;

    static Repeats of(List<List<Measurement>> runs) {
        Map<String, List<Measurement>> same = new LinkedHashMap<>();
        for (List<Measurement> run : runs) {
            for (Measurement m : run) {
                // One run may give several values of a kind: in place and out of place, by size.
                String kind = m.metric() + " " + m.statistic() + " " + m.conditions().values();
                same.computeIfAbsent(kind, k -> new ArrayList<>()).add(m);
            }
        }
        List<Measurement> all = new ArrayList<>();
        List<String> noise = new ArrayList<>();
        for (List<Measurement> values : same.values()) {
            Measurement first = values.getFirst();
            List<Double> numbers = values.stream().map(Measurement::value).toList();
            all.add(
                    with(
                            first,
                            first.metric(),
                            Robust.median(numbers),
                            first.unit(),
                            values.size()));
            if (values.size() > 1 && Judged.of(first).isPresent()) {
                double spread = Robust.spread(numbers);
                all.add(with(first, first.metric() + ".spread", spread, "ratio", values.size()));
                // The tail of a latency differs from run to run by nature; its spread is stored.
                if (spread > NOISY && first.statistic() != Statistic.P99) {
                    noise.add(
                            String.format(
                                    Locale.ROOT,
                                    "%s: the runs differ by %.0f %% (%s): noisy",
                                    Values.name(first),
                                    spread * 100,
                                    String.join(
                                            ", ",
                                            numbers.stream()
                                                    .map(n -> Values.text(n, first.unit()))
                                                    .toList())));
                }
            }
        }
        return new Repeats(List.copyOf(all), List.copyOf(noise));
    }

    private static Measurement with(
            Measurement m, String metric, double value, String unit, int runs) {
        return new Measurement(
                metric,
                value,
                unit,
                m.statistic(),
                m.conditions().with("runs", Integer.toString(runs)),
                m.source(),
                Optional.empty());
    }
}
