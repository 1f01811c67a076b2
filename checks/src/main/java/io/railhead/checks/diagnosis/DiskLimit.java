package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.regex.Pattern;

/// A figure that the disk under test cannot give, whatever the job was told: direct=1 is passed
/// over by some systems and file systems, and dd reads through memory unless it is told not to.
final class DiskLimit {
    /// What a figure may be above a limit that people round.
    private static final double ROUNDED = 1.5;

    /// Several disks together give more than one.
    private static final Pattern SEVERAL =
            Pattern.compile(
                    "(?i)raid|\\bmd\\d|zpool|\\bzfs\\b|stripe|\\bLVM\\b|\\barray\\b|\\bJBOD\\b"
                            + "|\\b(?:[2-9]|\\d{2,}) ?[x×] ");

    private DiskLimit() {}

    static boolean look(Clues clues, Verdict verdict) {
        List<LogEvent> limits =
                new ArrayList<>(clues.where("disk-limit-said", e -> !isOfSeveral(e)));
        if (limits.isEmpty()) {
            limits.addAll(clues.where("disk-kind-said", e -> !isOfSeveral(e)));
        }
        OptionalDouble most = limits.stream().mapToDouble(DiskLimit::limit).max();
        if (most.isEmpty()) return byDirect(clues, verdict);
        List<LogEvent> beyond =
                clues.of("fio-result", "dd-result").stream()
                        .filter(e -> megabytes(e, "mbps") > ROUNDED * most.getAsDouble())
                        .toList();
        if (beyond.isEmpty()) return false;
        verdict.likely(
                        beyond,
                        String.format(
                                Locale.ROOT,
                                "%,.0f MB/s of a disk that gives %,.0f at most: memory was"
                                        + " measured, not the disk",
                                megabytes(beyond.getFirst(), "mbps"),
                                most.getAsDouble()))
                .warning()
                .cites(limits)
                .cites(clues.of("fio-direct"))
                .cites(clues.has("iostat-busy") ? List.of() : clues.of("iostat-idle"))
                .because(
                        "What was just written, or read before, is still in memory. direct=1 is a"
                                + " request: macOS, tmpfs and several network and stacked file"
                                + " systems pass over it.");
        return true;
    }

    /// dd read or wrote with and without the page cache, and the run through it was the faster one
    /// by far.
    private static boolean byDirect(Clues clues, Verdict verdict) {
        List<LogEvent> direct = clues.of("dd-direct");
        List<LogEvent> past = new ArrayList<>();
        List<LogEvent> through = new ArrayList<>();
        for (LogEvent result : clues.of("dd-result")) {
            // A command's answer stands within a few lines below it.
            boolean isPast =
                    direct.stream()
                            .anyMatch(
                                    d ->
                                            d.source().document().equals(result.source().document())
                                                    && d.source().firstLine()
                                                            < result.source().firstLine()
                                                    && d.source().firstLine() + 4
                                                            > result.source().firstLine());
            (isPast ? past : through).add(result);
        }
        double most = past.stream().mapToDouble(e -> megabytes(e, "mbps")).max().orElse(0);
        List<LogEvent> beyond =
                through.stream().filter(e -> megabytes(e, "mbps") > 2 * most).toList();
        if (most == 0 || beyond.isEmpty()) return false;
        verdict.likely(
                        beyond,
                        String.format(
                                Locale.ROOT,
                                "dd moved %,.0f MB/s through the page cache and %,.0f past it: the"
                                        + " first is memory's",
                                megabytes(beyond.getFirst(), "mbps"),
                                most))
                .warning()
                .cites(past)
                .cites(direct);
        return true;
    }

    private static boolean isOfSeveral(LogEvent e) {
        return SEVERAL.matcher(e.text()).find();
    }

    private static double limit(LogEvent e) {
        if (e.kind().equals("disk-limit-said")) return megabytes(e, "limit");
        String kind = e.get("kind").toLowerCase(Locale.ROOT);
        // USB 3.2 at 10 Gb/s, SATA at 6 Gb/s, the outer tracks of a fast disk.
        if (kind.startsWith("usb")) return 1250;
        return kind.startsWith("sata") && !kind.contains("hdd") ? 600 : 300;
    }

    private static double megabytes(LogEvent e, String name) {
        double value = Clues.decimal(e, name);
        return switch (e.get("unit")) {
            case "G" -> value * 1000;
            case "T" -> value * 1_000_000;
            case "k" -> value / 1000;
            case "" -> value / 1_000_000;
            default -> value;
        };
    }
}
