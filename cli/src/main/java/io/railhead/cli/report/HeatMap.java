package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.bench.twins.OddOne;
import io.railhead.bench.twins.OddOnes;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// A host-pair map of one rail: each cell is how far a pair lies from what is usual, so that a
/// healthy rail is one even field and the odd one a row, a column or a cross. Cells that differ
/// carry their deviation as a number where there is room, and a mark of their own where there is
/// not.
final class HeatMap {
    private static final double LEFT = 120;
    private static final double TOP = 90;

    private HeatMap() {}

    /// @param values of one metric on one rail, one a pair
    /// @param moreIsBetter whether a value below it is the bad side
    /// @param oddOnes of this metric and rail
    /// @param failed pairs without a value, as `from -> to`
    record View(
            String title,
            List<Measurement> values,
            boolean moreIsBetter,
            List<OddOne> oddOnes,
            Set<String> failed) {}

    /// How far from what is usual, on the bad side; the good side is one class.
    private enum Step {
        GOOD("good", "better than usual by more than 5 %"),
        EVEN("even", "within 5 % of what is usual"),
        A("a", "worse by 5 to 10 %"),
        B("b", "worse by 10 to 25 %"),
        C("c", "worse by 25 to 50 %"),
        D("d", "worse by more than 50 %");

        private final String style;
        private final String words;

        Step(String style, String words) {
            this.style = style;
            this.words = words;
        }

        /// @param worse share by which the value is worse than usual; negative when better
        static Step of(double worse) {
            return worse < -0.05
                    ? GOOD
                    : worse <= 0.05
                            ? EVEN
                            : worse <= 0.10 ? A : worse <= 0.25 ? B : worse <= 0.50 ? C : D;
        }
    }

    static void draw(Markup m, String id, View map) {
        Set<String> names = new TreeSet<>(Names.ORDER);
        Map<String, Measurement> cells = new HashMap<>();
        for (Measurement v : map.values()) {
            Paths.Way way = Paths.Way.of(v);
            names.add(way.from());
            names.add(way.to());
            cells.put(way.from() + " -> " + way.to(), v);
        }
        for (String pair : map.failed()) {
            names.addAll(List.of(pair.split(" -> ", 2)));
        }
        List<String> hosts = List.copyOf(names);
        int n = hosts.size();
        if (n < 3 || map.values().isEmpty()) {
            return;
        }
        double usual = OddOnes.usual(map.values());
        double cell = Math.min(46, (Drawing.WIDTH - LEFT - 320) / n);
        double side = cell * n;
        double height = Math.max(TOP + side + 20, TOP + 200);
        Drawing.open(
                m,
                id,
                height,
                map.title(),
                "A square grid: rows are senders, columns receivers. Usual: "
                        + Values.text(usual, map.values().getFirst().unit())
                        + ". "
                        + (map.oddOnes().isEmpty()
                                ? "No host stands out."
                                : map.oddOnes().stream()
                                        .map(OddOne::summary)
                                        .collect(Collectors.joining(". "))));
        Drawing.text(m, "small", LEFT, 18, "receiver →");
        Drawing.text(m, "small end", LEFT - 8, TOP - 12, "sender ↓");
        labels(m, hosts, cell, map.oddOnes());
        Set<Step> used = new TreeSet<>();
        for (int row = 0; row < n; row++) {
            row(m, hosts, row, cell, cells, map, usual, used);
        }
        frames(m, hosts, cell, map.oddOnes());
        legend(m, LEFT + side + 40, used, map, usual);
        m.close();
    }

    private static double worse(Measurement v, double usual, boolean moreIsBetter) {
        if (usual == 0) {
            return 0;
        }
        double above = v.value() / usual - 1;
        return moreIsBetter ? -above : above;
    }

    /// Cells of one row; neighbours of one class become one rectangle where cells are too small to
    /// be read singly, which keeps a map of 500 hosts small.
    private static void row(
            Markup m,
            List<String> hosts,
            int row,
            double cell,
            Map<String, Measurement> cells,
            View map,
            double usual,
            Set<Step> used) {
        double y = TOP + row * cell;
        boolean single = cell >= 10;
        int column = 0;
        while (column < hosts.size()) {
            String style = style(hosts, row, column, cells, map, usual, used);
            int end = column + 1;
            while (!single
                    && end < hosts.size()
                    && style(hosts, row, end, cells, map, usual, used).equals(style)) {
                end++;
            }
            double x = LEFT + column * cell;
            String pair = hosts.get(row) + " -> " + hosts.get(column);
            Measurement v = cells.get(pair);
            double gap = single ? 1 : 0;
            if (single) {
                String says =
                        v == null
                                ? pair + (style.endsWith("failed") ? ": failed" : ": not measured")
                                : pair + ": " + Values.text(v);
                Drawing.rect(m, style, x, y, cell - gap, cell - gap, says);
            } else {
                Drawing.rect(m, style, x, y, cell * (end - column), cell);
            }
            if (single && cell >= 18) {
                inCell(m, v, style, x + cell / 2, y + cell / 2 + 4, cell, map, usual);
            }
            column = end;
        }
    }

    private static void inCell(
            Markup m,
            @org.jspecify.annotations.Nullable Measurement v,
            String style,
            double x,
            double y,
            double cell,
            View map,
            double usual) {
        if (v == null) {
            if (style.endsWith("failed")) {
                Drawing.text(m, "in-cell middle strong", x, y, "×");
            }
            return;
        }
        double worse = worse(v, usual, map.moreIsBetter());
        if (cell >= 40) {
            String number =
                    v.unit().equals("bit/s")
                            ? String.format(Locale.ROOT, "%.3g", v.value() / 1e9)
                            : String.format(Locale.ROOT, "%.3g", v.value() / 1e3);
            String ink = style.endsWith("h-d") ? "in-cell middle on-dark" : "in-cell middle";
            Drawing.text(m, ink, x, y, number);
        } else if (worse > 0.05) {
            String sign = map.moreIsBetter() ? "-" : "+";
            String percent = sign + Math.round(worse * 100);
            String ink = style.endsWith("h-d") ? "in-cell middle on-dark" : "in-cell middle";
            Drawing.text(m, ink, x, y, cell >= 26 ? percent : sign);
        }
    }

    private static String style(
            List<String> hosts,
            int row,
            int column,
            Map<String, Measurement> cells,
            View map,
            double usual,
            Set<Step> used) {
        if (row == column) {
            return "cell self";
        }
        String pair = hosts.get(row) + " -> " + hosts.get(column);
        Measurement v = cells.get(pair);
        if (v == null) {
            return map.failed().contains(pair) ? "cell failed" : "cell absent";
        }
        Step step = Step.of(worse(v, usual, map.moreIsBetter()));
        used.add(step);
        return "cell h-" + step.style;
    }

    private static void labels(Markup m, List<String> hosts, double cell, List<OddOne> oddOnes) {
        int every = (int) Math.max(1, Math.ceil(13 / cell));
        for (int i = 0; i < hosts.size(); i++) {
            boolean odd = odd(hosts.get(i), oddOnes);
            if (i % every != 0 && !odd) {
                continue;
            }
            String style = odd ? " strong bad" : "";
            String name = Drawing.fit(hosts.get(i), 100);
            double middle = TOP + i * cell + cell / 2 + 4;
            Drawing.text(m, "small end" + style, LEFT - 8, middle, (odd ? "▸ " : "") + name);
            double x = LEFT + i * cell + cell / 2 + 3;
            m.leaf(
                    "text",
                    Drawing.fit(hosts.get(i), 66),
                    "class",
                    "small" + style,
                    "transform",
                    String.format(Locale.ROOT, "translate(%.1f %.1f) rotate(-60)", x, TOP - 6));
        }
    }

    private static boolean odd(String host, List<OddOne> oddOnes) {
        return oddOnes.stream()
                .anyMatch(o -> o.subject().equals(host) || o.subject().startsWith(host + " as "));
    }

    private static void frames(Markup m, List<String> hosts, double cell, List<OddOne> oddOnes) {
        double side = cell * hosts.size();
        for (OddOne odd : oddOnes) {
            String subject = odd.subject();
            String host = subject.replaceFirst(" as (sender|receiver)$", "");
            int at = hosts.indexOf(host);
            if (at >= 0) {
                if (!subject.endsWith(" as receiver")) {
                    Drawing.rect(m, "frame", LEFT - 1, TOP + at * cell - 1, side + 1, cell + 1);
                }
                if (!subject.endsWith(" as sender")) {
                    Drawing.rect(m, "frame", LEFT + at * cell - 1, TOP - 1, cell + 1, side + 1);
                }
            } else if (subject.contains(" -> ")) {
                String[] ends = subject.split(" -> ", 2);
                int row = hosts.indexOf(ends[0]);
                int column = hosts.indexOf(ends[1]);
                if (row >= 0 && column >= 0) {
                    Drawing.rect(
                            m,
                            "frame",
                            LEFT + column * cell - 1,
                            TOP + row * cell - 1,
                            cell + 1,
                            cell + 1);
                }
            }
        }
    }

    private static void legend(Markup m, double x, Set<Step> used, View map, double usual) {
        double y = TOP;
        Drawing.text(
                m,
                "small strong",
                x,
                y,
                "usual " + Values.text(usual, map.values().getFirst().unit()));
        List<String[]> entries = new ArrayList<>();
        for (Step step : used) {
            entries.add(new String[] {"cell h-" + step.style, step.words});
        }
        if (!map.failed().isEmpty()) {
            entries.add(new String[] {"cell failed", "× failed, see below"});
        }
        for (String[] entry : entries) {
            y += 22;
            Drawing.rect(m, entry[0], x, y - 11, 14, 14);
            Drawing.text(m, "small", x + 22, y, entry[1]);
        }
        if (!map.oddOnes().isEmpty()) {
            y += 22;
            Drawing.rect(m, "frame", x, y - 11, 14, 14);
            Drawing.text(m, "small", x + 22, y, "framed: the odd one out");
        }
    }
}
