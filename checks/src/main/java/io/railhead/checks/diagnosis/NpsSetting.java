package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The firmware's NUMA nodes per socket do not fit the device.
@AutoService(Cause.class)
public final class NpsSetting implements Cause {
    @Override
    public String code() {
        return "numa-nps-setting";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nps-change");
        List<LogEvent> set = clues.of("nps");
        if (!said.isEmpty())
            verdict.likely(said, "bandwidth depends on the number of NUMA nodes per socket (NPS)")
                    .cites(set);
        else if (set.stream().anyMatch(e -> Clues.is(e, "nps", "2", "4")))
            verdict.possible(
                            set,
                            "the firmware splits each socket in "
                                    + set.getFirst().get("nps")
                                    + " NUMA nodes")
                    .info();
    }
}
