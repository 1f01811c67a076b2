package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.PortCounters;
import java.util.List;
import java.util.Map;

/// A sender gets congestion notifications and does not slow down.
@AutoService(Cause.class)
public final class CnpIgnored implements Cause {
    /// Notifications that may be ignored while queue pairs are torn down.
    private static final long FEW = 1000;

    @Override
    public String code() {
        return "cnp-ignored";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        for (PortCounters port : clues.all(PortCounters.class)) {
            Map<String, Long> counts = port.hwCounters();
            long ignored = counts.getOrDefault("rp_cnp_ignored", 0L);
            long handled = counts.getOrDefault("rp_cnp_handled", 0L);
            if (ignored <= FEW || ignored < handled) continue;
            verdict.certain(
                            List.of(),
                            port.device()
                                    + " ignored "
                                    + ignored
                                    + " congestion notifications and heeded "
                                    + handled)
                    .warning()
                    .cites(port)
                    .explains("pfc-storm");
        }
    }
}
