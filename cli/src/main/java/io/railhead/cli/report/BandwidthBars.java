package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import io.railhead.model.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Bandwidth of every path as horizontal bars, one a series, with the least that is expected. Of
/// many paths the slowest are shown.
final class BandwidthBars {
    static final int MOST_PATHS = 16;

    private static final double LEFT = 230;
    private static final double RIGHT = Drawing.WIDTH - 225;
    private static final double BAR = 15;

    private BandwidthBars() {}

    /// @param id unique in the document
    static void draw(Markup m, String id, List<Measurement> all) {
        List<Measurement> bandwidths = all.stream().filter(Paths::isBandwidth).toList();
        if (bandwidths.isEmpty()) {
            return;
        }
        List<Map.Entry<Paths.Way, List<Measurement>>> ways =
                new ArrayList<>(Paths.byWay(bandwidths).entrySet());
        int total = ways.size();
        if (total > MOST_PATHS) {
            ways.sort(Comparator.comparingDouble(e -> most(e.getValue())));
            ways = new ArrayList<>(ways.subList(0, MOST_PATHS));
            m.leaf(
                    "p",
                    "The slowest %d of %d paths.".formatted(MOST_PATHS, total),
                    "class",
                    "hint");
        }
        List<String> series = Paths.seriesOf(bandwidths);
        double top = ways.stream().mapToDouble(e -> ceiling(e.getValue())).max().orElse(1);
        Scale x = Scale.linear(top / 1e9, LEFT, RIGHT);
        double height = 34;
        for (var way : ways) {
            height += step(way.getValue().size());
        }
        Drawing.open(
                m,
                id,
                height + 26,
                "TCP bandwidth by path",
                "Horizontal bars, one for each path and number of streams, in gigabits a second. A"
                        + " vertical mark shows the least that is expected.");
        axis(m, x, 20, height);
        double y = 34;
        for (var way : ways) {
            y = way(m, x, y, way.getKey(), way.getValue(), series);
        }
        Drawing.text(m, "axis middle", (LEFT + RIGHT) / 2, height + 22, "Gb/s of payload received");
        m.close();
    }

    private static double most(List<Measurement> of) {
        return of.stream().mapToDouble(Measurement::value).max().orElse(0);
    }

    /// The largest of the values and of what is expected of them.
    private static double ceiling(List<Measurement> of) {
        double most = most(of);
        for (Measurement m : of) {
            double typical = m.expectation().map(Expectation::typical).orElse(Double.NaN);
            most = Double.isFinite(typical) ? Math.max(most, typical) : most;
        }
        return most;
    }

    private static void axis(Markup m, Scale x, double top, double bottom) {
        for (double tick : x.ticks()) {
            Drawing.line(m, "grid", x.at(tick), top, x.at(tick), bottom);
            Drawing.text(m, "axis middle", x.at(tick), top - 6, Words.number(tick));
        }
    }

    private static double way(
            Markup m,
            Scale x,
            double top,
            Paths.Way way,
            List<Measurement> values,
            List<String> series) {
        double y = top;
        Drawing.text(m, "label end", LEFT - 12, y + 12, Drawing.fit(way.label(), 190));
        if (!way.rail().isEmpty()) {
            Drawing.text(m, "small end", LEFT - 12, y + 27, Drawing.fit(way.rail(), 190));
        }
        List<Measurement> ordered =
                values.stream()
                        .sorted(Comparator.comparingInt(v -> series.indexOf(Paths.series(v))))
                        .toList();
        for (Measurement v : ordered) {
            int index = Math.max(0, series.indexOf(Paths.series(v))) % 4;
            boolean missed = v.verdict() == Verdict.MISSED;
            double end = x.at(v.value() / 1e9);
            String says = way.label() + ", " + Paths.series(v) + ": " + Values.text(v);
            Drawing.rect(m, "bar s" + index, LEFT, y, end - LEFT, BAR, says);
            if (missed) {
                Drawing.rect(m, "hatch", LEFT, y, end - LEFT, BAR);
            }
            least(m, x, y, v.expectation());
            m.open("text", "class", "value", "x", RIGHT + 10, "y", y + 12);
            m.leaf("tspan", Values.text(v), "class", "strong");
            m.leaf(
                    "tspan",
                    "  " + Paths.series(v).replaceFirst("^TCP, ", "") + Words.verdict(v),
                    "class",
                    missed ? "bad" : "quiet");
            m.close();
            y += BAR + 3;
        }
        return top + step(ordered.size());
    }

    /// From one path to the next; the label of two lines is taller than a single bar.
    private static double step(int bars) {
        return Math.max(bars * (BAR + 3), 30) + 12;
    }

    private static void least(Markup m, Scale x, double y, Optional<Expectation> expectation) {
        double low = expectation.map(Expectation::low).orElse(Double.NEGATIVE_INFINITY);
        if (Double.isFinite(low) && low > 0) {
            Drawing.line(m, "least", x.at(low / 1e9), y - 2, x.at(low / 1e9), y + BAR + 2);
        }
    }
}
