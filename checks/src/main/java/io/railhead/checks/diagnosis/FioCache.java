package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The benchmark measured memory, not the disk.
@AutoService(Cause.class)
public final class FioCache implements Cause {
    /// A flash chip takes tens of microseconds to read, and a drive's own memory behind PCIe no
    /// less than some five: what is quicker came out of the host's memory, in nanoseconds.
    private static final double QUICKEST = 4000;

    @Override
    public String code() {
        return "fio-page-cache";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> buffered = clues.where("fio-direct", "direct", "0");
        List<LogEvent> direct = clues.where("fio-direct", "direct", "1");
        List<LogEvent> results = clues.of("fio-result", "fio-json-result");
        // A disk that is read beside idle ones is the one under test.
        List<LogEvent> idle = clues.has("iostat-busy") ? List.of() : clues.of("iostat-idle");
        List<LogEvent> fast = results.stream().filter(e -> gigabytes(e) > 14.5).toList();
        List<LogEvent> quick = clues.where("fio-latency", e -> nanoseconds(e) < QUICKEST);
        if (DiskLimit.look(clues, verdict)) return;
        if (results.isEmpty()) return;
        if (!buffered.isEmpty()
                || (direct.isEmpty() && (!idle.isEmpty() || !fast.isEmpty() || !quick.isEmpty())))
            verdict.likely(
                            results,
                            "fio read through the page cache: the figure is of memory, not of the disk")
                    .warning()
                    .cites(buffered)
                    .cites(idle)
                    .cites(direct.isEmpty() ? quick : List.of());
    }

    private static double gigabytes(LogEvent result) {
        double figure = Clues.decimal(result, "mbps");
        return switch (result.get("unit")) {
            case "T" -> figure * 1000;
            case "G" -> figure;
            case "M" -> figure / 1000;
            default -> 0;
        };
    }

    private static double nanoseconds(LogEvent latency) {
        double figure = Clues.decimal(latency, "average");
        return switch (latency.get("unit")) {
            case "nsec" -> figure;
            case "usec" -> figure * 1e3;
            default -> figure * 1e6;
        };
    }
}
