package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The benchmark measured memory, not the disk.
@AutoService(Cause.class)
public final class FioCache implements Cause {
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
        List<LogEvent> fast =
                results.stream()
                        .filter(e -> Clues.is(e, "unit", "G") && Clues.decimal(e, "mbps") > 14.5)
                        .toList();
        if (DiskLimit.look(clues, verdict)) return;
        if (results.isEmpty()) return;
        if (!buffered.isEmpty() || (direct.isEmpty() && (!idle.isEmpty() || !fast.isEmpty())))
            verdict.likely(
                            results,
                            "fio read through the page cache: the figure is of memory, not of the disk")
                    .warning()
                    .cites(buffered)
                    .cites(idle);
    }
}
