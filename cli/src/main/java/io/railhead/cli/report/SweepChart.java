package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.Robust;
import io.railhead.cli.Table;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/// Bandwidth by the size of messages, on logarithmic axes: a line for each verb and number of queue
/// pairs, through the median over paths.
final class SweepChart {
    private static final int LEAST_SIZES = 3;
    private static final double LEFT = 70;
    private static final double TOP = 40;
    private static final double HEIGHT = 230;

    private SweepChart() {}

    /// Gb/s by size, by series; series of fewer than three sizes are no sweeps.
    static Map<String, TreeMap<Long, Double>> of(List<Measurement> all) {
        Map<String, TreeMap<Long, List<Double>>> values = new LinkedHashMap<>();
        for (Measurement m : all) {
            if (isPoint(m)) {
                values.computeIfAbsent(series(m), k -> new TreeMap<>())
                        .computeIfAbsent(
                                Long.valueOf(m.conditions().get("message")), k -> new ArrayList<>())
                        .add(m.value() / 1e9);
            }
        }
        Map<String, TreeMap<Long, Double>> sweeps = new LinkedHashMap<>();
        values.forEach(
                (series, sizes) -> {
                    if (sizes.size() >= LEAST_SIZES) {
                        TreeMap<Long, Double> medians = new TreeMap<>();
                        sizes.forEach((size, of) -> medians.put(size, Robust.median(of)));
                        sweeps.put(series, medians);
                    }
                });
        return sweeps;
    }

    /// What is drawn as bars: of each sweep only its largest message, the rest is the chart's.
    static List<Measurement> largest(List<Measurement> all) {
        Map<String, TreeMap<Long, Double>> sweeps = of(all);
        return all.stream()
                .filter(
                        m -> {
                            TreeMap<Long, Double> sweep = isPoint(m) ? sweeps.get(series(m)) : null;
                            return sweep == null
                                    || sweep.lastKey()
                                            .equals(Long.valueOf(m.conditions().get("message")));
                        })
                .toList();
    }

    private static boolean isPoint(Measurement m) {
        return m.metric().equals("rdma.bandwidth")
                && m.statistic() == Statistic.MEAN
                && !Paths.isTogether(m)
                && m.value() > 0
                && m.conditions().get("message").matches("[1-9]\\d{0,11}");
    }

    private static String series(Measurement m) {
        String qps = m.conditions().get("qps");
        String both = m.conditions().get("direction").equals("both") ? ", both ways" : "";
        return m.conditions().get("verb") + ", " + qps + (qps.equals("1") ? " QP" : " QPs") + both;
    }

    static void text(StringBuilder out, List<Measurement> all) {
        Map<String, TreeMap<Long, Double>> sweeps = of(all);
        if (sweeps.isEmpty()) {
            return;
        }
        TextReport.heading(out, "RDMA by size of message, Gb/s, median over paths");
        List<String> head = new ArrayList<>(List.of("size"));
        head.addAll(sweeps.keySet().stream().limit(4).toList());
        Table table = new Table(head.toArray(String[]::new));
        TreeSet<Long> sizes = new TreeSet<>();
        sweeps.values().forEach(s -> sizes.addAll(s.keySet()));
        for (long size : sizes) {
            List<Object> row = new ArrayList<>(List.of(Values.bytes(size)));
            sweeps.values().stream()
                    .limit(4)
                    .forEach(
                            s ->
                                    row.add(
                                            s.containsKey(size)
                                                    ? String.format(
                                                            Locale.ROOT, "%.3f", s.get(size))
                                                    : "-"));
            table.row(row.toArray());
        }
        out.append(table.render(0));
    }

    static void html(Markup m, List<Measurement> all) {
        Map<String, TreeMap<Long, Double>> sweeps = of(all);
        if (sweeps.isEmpty()) {
            return;
        }
        HtmlReport.section(m, "sweep", "RDMA by size of message");
        double least =
                sweeps.values().stream()
                        .flatMap(s -> s.values().stream())
                        .mapToDouble(v -> v)
                        .min()
                        .orElse(1);
        double most =
                sweeps.values().stream()
                        .flatMap(s -> s.values().stream())
                        .mapToDouble(v -> v)
                        .max()
                        .orElse(1);
        long small = sweeps.values().stream().mapToLong(TreeMap::firstKey).min().orElse(1);
        long large = sweeps.values().stream().mapToLong(TreeMap::lastKey).max().orElse(1);
        Scale y = Scale.log(least, most, TOP + HEIGHT, TOP);
        double right = Drawing.WIDTH - 20;
        Drawing.open(
                m,
                "sweep-chart",
                TOP + HEIGHT + 50 + 22 * Math.ceil(sweeps.size() / 2.0),
                "RDMA bandwidth by size of message",
                "A line for each verb and number of queue pairs, both axes logarithmic; the median"
                        + " over paths.");
        Drawing.text(m, "label", LEFT, 22, "Gb/s by size of message");
        for (double tick : y.ticks()) {
            Drawing.line(m, "grid", LEFT, y.at(tick), right, y.at(tick));
            Drawing.text(
                    m,
                    "axis end",
                    LEFT - 8,
                    y.at(tick) + 4,
                    tick >= 1 ? String.format(Locale.ROOT, "%.0f", tick) : Double.toString(tick));
        }
        double span = Math.max(1, log2(large) - log2(small));
        for (double power = Math.ceil(log2(small)); power <= log2(large); power += 4) {
            double x = LEFT + (power - log2(small)) / span * (right - LEFT);
            Drawing.text(m, "axis middle", x, TOP + HEIGHT + 20, Values.bytes(1L << (int) power));
        }
        int index = 0;
        for (var series : sweeps.entrySet()) {
            StringBuilder points = new StringBuilder();
            for (var at : series.getValue().entrySet()) {
                double x = LEFT + (log2(at.getKey()) - log2(small)) / span * (right - LEFT);
                points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y.at(at.getValue())));
            }
            String colour = "l" + index % 3;
            m.empty("polyline", "class", "line " + colour, "points", points.toString().strip());
            double x = LEFT + (index % 2) * (right - LEFT) / 2;
            double below = TOP + HEIGHT + 46 + 22.0 * (index / 2);
            Drawing.line(m, "line " + colour, x, below - 4, x + 22, below - 4);
            Drawing.text(m, "label", x + 30, below, series.getKey());
            index++;
        }
        m.close();
        m.close();
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
