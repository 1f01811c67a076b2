package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PerftestRun;
import java.util.List;
import java.util.Locale;

/// The PCIe slot gives the NIC too little power.
@AutoService(Cause.class)
public final class SlotPower implements Cause {
    @Override
    public String code() {
        return "pcie-slot-power-insufficient";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("slot-power");
        if (said.isEmpty()) return;
        double best = 0;
        for (PerftestRun run : clues.all(PerftestRun.class))
            best = Math.max(best, Signs.gigabits(run));
        if (best > 40) {
            verdict.likely(
                            said,
                            String.format(
                                    Locale.ROOT,
                                    "the slot advertises little power; harmless here, %.0f Gb/s were measured",
                                    best))
                    .info();
        } else {
            verdict.certain(
                            said,
                            "the NIC reports that its slot gives too little power: it may run slowly or switch its modules off")
                    .warning()
                    .explains("nic-degraded-init", "link-speed-below-expected");
        }
    }
}
