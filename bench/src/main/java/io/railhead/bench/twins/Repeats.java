package io.railhead.bench.twins;

import io.railhead.bench.Values;
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
public record Repeats(List<Measurement> measurements, List<String> noise) {
    public static final String SPREAD = ".spread";
    public static final String LOW = ".median-low";
    public static final String HIGH = ".median-high";

    private static final double NOISY = 0.10;

    public static Repeats of(List<List<Measurement>> runs) {
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
                all.add(with(first, first.metric() + SPREAD, spread, "ratio", values.size()));
                all.addAll(interval(first, numbers));
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

    /// Both ends of the interval of the median; the condition says which interval, and how sure.
    private static List<Measurement> interval(Measurement m, List<Double> numbers) {
        Robust.Interval interval = Robust.medianInterval(numbers);
        String kind =
                String.format(Locale.ROOT, "order-statistic %.1f %%", 100 * interval.coverage());
        List<Measurement> ends = new ArrayList<>();
        for (boolean low : new boolean[] {true, false}) {
            Measurement end =
                    with(
                            m,
                            m.metric() + (low ? LOW : HIGH),
                            low ? interval.low() : interval.high(),
                            m.unit(),
                            numbers.size());
            ends.add(
                    new Measurement(
                            end.metric(),
                            end.value(),
                            end.unit(),
                            end.statistic(),
                            end.conditions().with("interval", kind),
                            end.source(),
                            end.expectation()));
        }
        return ends;
    }

    /// Whether a value says how sure another is, and is none of its own.
    public static boolean isOfOthers(Measurement m) {
        return m.metric().endsWith(SPREAD) || m.metric().endsWith(LOW) || m.metric().endsWith(HIGH);
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
