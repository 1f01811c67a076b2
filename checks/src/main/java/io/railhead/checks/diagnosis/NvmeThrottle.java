package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// An NVMe drive is hot and slows itself down.
@AutoService(Cause.class)
public final class NvmeThrottle implements Cause {
    @Override
    public String code() {
        return "nvme-thermal-throttle";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> counts = clues.of("nvme-throttle");
        List<LogEvent> warnings =
                clues.of("nvme-critical-warning").stream()
                        .filter(
                                e ->
                                        (Integer.parseInt(
                                                                e.get("value")
                                                                        .substring(
                                                                                e.get("value")
                                                                                                .length()
                                                                                        - 1),
                                                                16)
                                                        & 2)
                                                != 0)
                        .toList();
        List<LogEvent> times =
                clues.where("nvme-warning-time", e -> Clues.number(e, "minutes").orElse(0) > 0);
        long limit =
                clues.of("nvme-warn-threshold").stream()
                        .mapToLong(Cpus::celsius)
                        .filter(t -> t > 0)
                        .min()
                        .orElse(0);
        List<LogEvent> hot = clues.where("nvme-temp", e -> limit > 0 && Cpus.celsius(e) >= limit);
        if (counts.isEmpty() && warnings.isEmpty() && hot.isEmpty()) return;
        verdict.certain(counts, "the drive is too hot and slows itself down")
                .cites(warnings)
                .cites(hot)
                .cites(times)
                .cites(clues.of("nvme-temp"))
                .explains("fio-page-cache");
    }
}
