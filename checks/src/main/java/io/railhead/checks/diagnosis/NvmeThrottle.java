package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NvmeHealth;
import io.railhead.model.fact.Stated;
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
                clues.where("nvme-critical-warning", e -> isTemperature(e.get("value")));
        List<NvmeHealth> drives =
                clues.all(NvmeHealth.class).stream()
                        .filter(h -> (h.warning().orElse(0) & 2) != 0)
                        .toList();
        List<LogEvent> times =
                clues.where("nvme-warning-time", e -> Clues.number(e, "minutes").orElse(0) > 0);
        List<LogEvent> limits = clues.of("nvme-warn-threshold");
        List<LogEvent> hot = clues.where("nvme-temp", e -> Cpus.celsius(e) >= limit(limits, e));
        if (counts.isEmpty() && warnings.isEmpty() && hot.isEmpty() && drives.isEmpty()) return;
        Suspicion s = verdict.certain(counts, "the drive is too hot and slows itself down");
        for (NvmeHealth drive : drives) {
            Stated<String> row = drive.settings().get("critical_warning");
            s.of(drive).cites(clues.facts().cite(row == null ? drive.source() : row.source()));
        }
        s.cites(warnings)
                .cites(hot)
                .cites(times)
                .cites(clues.of("nvme-temp"))
                .explains("fio-page-cache");
    }

    /// Bit 1 of the warnings (NVM Express, log page 02h), which the last digit holds.
    private static boolean isTemperature(String bits) {
        int last = bits.isEmpty() ? 0 : Character.digit(bits.charAt(bits.length() - 1), 16);
        return last > 0 && (last & 2) != 0;
    }

    /// The lowest threshold of the temperature's own document, else of any.
    private static long limit(List<LogEvent> limits, LogEvent temperature) {
        List<LogEvent> own =
                limits.stream()
                        .filter(l -> l.source().document().equals(temperature.source().document()))
                        .toList();
        return (own.isEmpty() ? limits : own)
                .stream().mapToLong(Cpus::celsius).filter(t -> t > 0).min().orElse(Long.MAX_VALUE);
    }
}
