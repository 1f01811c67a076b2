package io.railhead.cli.design;

import io.railhead.bench.cost.TrainingCost;
import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.model.Bandwidth;
import io.railhead.model.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What exchanging gradients costs, with the arithmetic, for reading and as JSON.
public final class TrainingText {
    private final TrainingCost cost;
    private final int width;
    private final StringBuilder out = new StringBuilder();

    private TrainingText(TrainingCost cost, int width) {
        this.cost = cost;
        this.width = width;
    }

    /// One way between ranks.
    ///
    /// @param nanos one way of a small message
    /// @param rate what a rank can send, where it is known
    public record Way(String name, double nanos, Optional<Bandwidth> rate) {}

    /// @param width of the screen in characters
    public static String render(TrainingCost cost, List<Way> ways, int width) {
        TrainingText text = new TrainingText(cost, width);
        text.calls();
        text.bytes();
        if (!ways.isEmpty()) {
            text.waiting(ways);
            text.rings(ways);
        }
        return text.out.toString();
    }

    private void calls() {
        say(
                "%,d samples in batches of %,d are %,d steps an epoch, and as many all-reduces;"
                        + " %,d in %s.",
                cost.samples(), cost.batch(), cost.steps(), cost.allSteps(), epochs());
    }

    private String epochs() {
        return String.format(
                Locale.ROOT, "%,d epoch%s", cost.epochs(), cost.epochs() == 1 ? "" : "s");
    }

    private void bytes() {
        if (cost.gradientBytes().isEmpty()) {
            return;
        }
        long gradients = cost.gradientBytes().getAsLong();
        say(
                "Gradients are %s (%.1f MiB) a rank and step, whatever the number of ranks. A ring"
                        + " of %d sends 2 x %d/%d of them: %s each way a rank and step,"
                        + " %s of all ranks.",
                size(gradients),
                gradients / 1048576.0,
                cost.ranks(),
                cost.ranks() - 1,
                cost.ranks(),
                size(cost.bytesEachWay()),
                size(cost.bytesInAll()));
    }

    private void waiting(List<Way> ways) {
        out.append("\nWaiting alone, calls x latency (a lower bound: one way a call)\n\n");
        Table table = new Table("path", "one way", "an epoch", "in " + epochs());
        for (Way way : ways) {
            table.row(
                    way.name(),
                    new Latency(way.nanos()),
                    time(cost.waitingAnEpoch(way.nanos())),
                    time(cost.waitingInAll(way.nanos())));
        }
        out.append(table.render(2, width));
        Way first = ways.getFirst();
        for (Way other : ways.subList(1, ways.size())) {
            double less = cost.waitingInAll(other.nanos()) - cost.waitingInAll(first.nanos());
            if (less == 0) {
                continue;
            }
            say(
                    "%s waits %s %s than %s in %s: %,d x (%s - %s).",
                    first.name(),
                    time(Math.abs(less)),
                    less < 0 ? "more" : "less",
                    other.name(),
                    epochs(),
                    cost.allSteps(),
                    new Latency(other.nanos()),
                    new Latency(first.nanos()));
        }
    }

    private void rings(List<Way> ways) {
        List<Way> known = ways.stream().filter(w -> w.rate().isPresent()).toList();
        if (cost.gradientBytes().isEmpty() || known.isEmpty()) {
            say(
                    "How long the bytes take needs --parameters and the rate of a path: they are"
                            + " most of it where gradients are megabytes.");
            return;
        }
        int steps = 2 * (cost.ranks() - 1);
        out.append(
                "\nA ring all-reduce, at the least, nothing hidden behind the backward pass\n\n");
        Table table =
                new Table("path", "rate", steps + " ways", "bytes", "a step", "in " + epochs());
        for (Way way : known) {
            double rate = way.rate().orElseThrow().bitsPerSecond();
            double each = cost.ringNanos(way.nanos(), rate);
            table.row(
                    way.name(),
                    way.rate().orElseThrow(),
                    time(steps * way.nanos()),
                    time(cost.ringNanos(0, rate)),
                    time(each),
                    time(each * cost.allSteps()));
        }
        out.append(table.render(2, width));
    }

    private void say(String words, Object... values) {
        out.append(Wrap.labelled("", String.format(Locale.ROOT, words, values), 0, width));
    }

    /// `0.027 s`, `2.66 s`, `68.4 s`, `376 ms`, `3.2 h`.
    static String time(double nanos) {
        double seconds = nanos / 1e9;
        if (seconds >= 7200) {
            return String.format(Locale.ROOT, "%.1f h", seconds / 3600);
        }
        if (seconds >= 0.01) {
            return String.format(
                    Locale.ROOT,
                    seconds < 1 ? "%.3f s" : seconds < 10 ? "%.2f s" : "%.1f s",
                    seconds);
        }
        return new Latency(nanos).toString();
    }

    private static String size(double bytes) {
        return bytes >= 1e9
                ? String.format(Locale.ROOT, "%.2f GB", bytes / 1e9)
                : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    /// The same as `railhead.training/1`: nanoseconds, bytes, bits a second.
    public static Map<String, Object> document(TrainingCost cost, List<Way> ways) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("schema", "railhead.training/1");
        document.put("stepsAnEpoch", cost.steps());
        document.put("steps", cost.allSteps());
        document.put("ranks", cost.ranks());
        cost.gradientBytes()
                .ifPresent(
                        bytes -> {
                            document.put("gradientBytes", bytes);
                            document.put("bytesEachWayAStep", Math.round(cost.bytesEachWay()));
                            document.put("bytesInAllAStep", Math.round(cost.bytesInAll()));
                        });
        List<Map<String, Object>> paths = new ArrayList<>();
        for (Way way : ways) {
            Map<String, Object> path = new LinkedHashMap<>();
            path.put("name", way.name());
            path.put("oneWayNs", way.nanos());
            path.put("waitingNsAnEpoch", cost.waitingAnEpoch(way.nanos()));
            path.put("waitingNs", cost.waitingInAll(way.nanos()));
            way.rate()
                    .filter(r -> cost.gradientBytes().isPresent())
                    .ifPresent(
                            r -> {
                                double nanos = cost.ringNanos(way.nanos(), r.bitsPerSecond());
                                path.put("bitsPerSecond", r.bitsPerSecond());
                                path.put("ringNsAStep", nanos);
                                path.put("ringNs", nanos * cost.allSteps());
                            });
            paths.add(path);
        }
        document.put("paths", paths);
        return document;
    }
}
