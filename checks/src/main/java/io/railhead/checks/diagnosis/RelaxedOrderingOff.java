package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// PCIe relaxed ordering is off, which keeps cards on AMD hosts from their full rate.
@AutoService(Cause.class)
public final class RelaxedOrderingOff implements Cause {
    @Override
    public String code() {
        return "pcie-relaxed-ordering-off";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> off = clues.of("relaxed-ordering-off");
        if (off.isEmpty()) return;
        List<LogEvent> amd = clues.of("amd-cpu");
        List<LogEvent> unused = clues.where("perftest-relaxed", "state", "OFF");
        if (!amd.isEmpty() && (!unused.isEmpty() || clues.has("perftest-device"))) {
            verdict.likely(
                            off,
                            "relaxed ordering is off on a host whose CPUs need it for full rate")
                    .warning()
                    .cites(amd)
                    .cites(unused);
        } else {
            verdict.possible(off, "PCIe relaxed ordering is off").info().cites(unused);
        }
    }
}
