package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Latency by percentile on a logarithmic axis, idle and under load side by side. Up to six paths
/// have a line each; more are a band from the best to the worst with the median in it.
final class LatencyChart {
    private static final int MOST_LINES = 6;
    private static final double LEFT = 70;
    private static final double TOP = 40;
    private static final double HEIGHT = 230;

    private LatencyChart() {}

    static void draw(Markup m, String id, LatencyKind kind) {
        List<Measurement> drawn = kind.of();
        boolean anyLoad = drawn.stream().anyMatch(LatencyKind::underLoad);
        boolean anyIdle = drawn.stream().anyMatch(l -> !LatencyKind.underLoad(l));
        double least = drawn.stream().mapToDouble(Measurement::value).min().orElse(1) / 1e3;
        double most = drawn.stream().mapToDouble(Measurement::value).max().orElse(1) / 1e3;
        Scale y = Scale.log(least, most, TOP + HEIGHT, TOP);
        long paths = Paths.byWay(drawn).size();
        double legend = paths <= MOST_LINES ? 22 * Math.ceil(paths / 2.0) : 22;
        Drawing.open(
                m,
                id,
                TOP + HEIGHT + 40 + legend,
                kind.name() + " latency by percentile",
                "Lines rising from the smallest to the largest latency of each path on a"
                        + " logarithmic axis; "
                        + kind.trip()
                        + ".");
        double panel = (Drawing.WIDTH - LEFT - 20) / (anyLoad && anyIdle ? 2.0 : 1.0);
        double x = LEFT;
        boolean first = true;
        for (boolean load : new boolean[] {false, true}) {
            List<Measurement> of =
                    drawn.stream().filter(l -> LatencyKind.underLoad(l) == load).toList();
            if (!of.isEmpty()) {
                String name = kind.name() + (load ? ", under load" : anyLoad ? ", idle" : "");
                panel(m, of, y, x, x + panel - 24, name, first);
                x += panel;
                first = false;
            }
        }
        legend(m, Paths.byWay(drawn), TOP + HEIGHT + 52);
        m.close();
    }

    private static void panel(
            Markup m,
            List<Measurement> of,
            Scale y,
            double left,
            double right,
            String name,
            boolean first) {
        Drawing.text(m, "label", left, 22, name);
        for (double tick : y.ticks()) {
            Drawing.line(m, "grid", left, y.at(tick), right, y.at(tick));
            if (first) {
                Drawing.text(m, "axis end", left - 8, y.at(tick) + 4, Words.micros(tick));
            }
        }
        List<Statistic> steps =
                LatencyKind.STEPS.stream()
                        .filter(s -> of.stream().anyMatch(l -> l.statistic() == s))
                        .toList();
        double gap = (right - left - 40) / Math.max(1, steps.size() - 1);
        for (int i = 0; i < steps.size(); i++) {
            double x = left + 20 + i * gap;
            Drawing.text(m, "axis middle", x, TOP + HEIGHT + 20, Values.statistic(steps.get(i)));
        }
        Map<Paths.Way, List<Measurement>> ways = Paths.byWay(of);
        if (ways.size() <= MOST_LINES) {
            int index = 0;
            for (var way : ways.entrySet()) {
                line(m, way.getKey(), way.getValue(), steps, y, left + 20, gap, index++);
            }
        } else {
            band(m, of, steps, y, left + 20, gap);
        }
    }

    private static void line(
            Markup m,
            Paths.Way way,
            List<Measurement> of,
            List<Statistic> steps,
            Scale y,
            double left,
            double gap,
            int index) {
        StringBuilder points = new StringBuilder();
        List<double[]> marks = new ArrayList<>();
        List<String> says = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Statistic step = steps.get(i);
            Optional<Measurement> value =
                    of.stream().filter(l -> l.statistic() == step).findFirst();
            if (value.isPresent()) {
                double px = left + i * gap;
                double py = y.at(value.get().value() / 1e3);
                points.append(position(px)).append(',').append(position(py)).append(' ');
                marks.add(new double[] {px, py});
                says.add(
                        way.label()
                                + ", "
                                + Values.name(value.get())
                                + ": "
                                + Values.text(value.get()));
            }
        }
        m.empty("polyline", "class", "line l" + index, "points", points.toString().strip());
        for (int i = 0; i < marks.size(); i++) {
            mark(m, marks.get(i)[0], marks.get(i)[1], index, says.get(i));
        }
    }

    /// A shape a path, so that lines can be told apart without colour.
    private static void mark(Markup m, double x, double y, int index, String says) {
        String style = "mark m" + index;
        switch (index % 3) {
            case 0 -> m.open("circle", "class", style, "cx", x, "cy", y, "r", 4.0);
            case 1 ->
                    m.open(
                            "rect", "class", style, "x", x - 3.5, "y", y - 3.5, "width", 7.0,
                            "height", 7.0);
            default ->
                    m.open(
                            "polygon",
                            "class",
                            style,
                            "points",
                            position(x)
                                    + ","
                                    + position(y - 5)
                                    + " "
                                    + position(x + 5)
                                    + ","
                                    + position(y + 4)
                                    + " "
                                    + position(x - 5)
                                    + ","
                                    + position(y + 4));
        }
        m.leaf("title", says);
        m.close();
    }

    private static void band(
            Markup m,
            List<Measurement> of,
            List<Statistic> steps,
            Scale y,
            double left,
            double gap) {
        StringBuilder upper = new StringBuilder();
        List<String> lower = new ArrayList<>();
        StringBuilder middle = new StringBuilder();
        for (int i = 0; i < steps.size(); i++) {
            Statistic step = steps.get(i);
            List<Double> values =
                    of.stream()
                            .filter(l -> l.statistic() == step)
                            .map(l -> l.value() / 1e3)
                            .sorted()
                            .toList();
            String x = position(left + i * gap);
            upper.append(x).append(',').append(position(y.at(values.getLast()))).append(' ');
            lower.addFirst(x + "," + position(y.at(values.getFirst())));
            double median = io.railhead.bench.twins.Robust.median(values);
            middle.append(x).append(',').append(position(y.at(median))).append(' ');
        }
        m.empty("polygon", "class", "band", "points", upper + String.join(" ", lower));
        m.empty("polyline", "class", "line l0", "points", middle.toString().strip());
    }

    private static void legend(Markup m, Map<Paths.Way, List<Measurement>> ways, double top) {
        if (ways.size() > MOST_LINES) {
            Drawing.text(
                    m,
                    "small",
                    LEFT,
                    top + 4,
                    "Line: median of %d paths. Band: from the best path to the worst."
                            .formatted(ways.size()));
            return;
        }
        int index = 0;
        for (Paths.Way way : ways.keySet()) {
            double x = LEFT + (index % 2) * (Drawing.WIDTH - LEFT) / 2;
            double y = top + 22 * Math.floor(index / 2.0);
            Drawing.line(m, "line l" + index, x, y, x + 28, y);
            mark(m, x + 14, y, index, way.label());
            Drawing.text(m, "small", x + 38, y + 4, way.label() + "  " + way.rail());
            index++;
        }
    }

    private static String position(double value) {
        return String.format(java.util.Locale.ROOT, "%.1f", value);
    }

    /// The table behind the drawing: a row a path and load.
    static Map<Paths.Way, List<Measurement>> rows(List<Measurement> all) {
        return new TreeMap<>(Paths.byWay(all.stream().filter(Paths::isLatency).toList()));
    }
}
