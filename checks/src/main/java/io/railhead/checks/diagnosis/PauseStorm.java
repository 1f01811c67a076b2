package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcWatchdog;
import java.util.ArrayList;
import java.util.List;

/// A host sends pause without a break, and stops what is behind it.
@AutoService(Cause.class)
public final class PauseStorm implements Cause {
    @Override
    public String code() {
        return "pfc-storm";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> storm = seen(clues);
        List<PfcWatchdog> dogs =
                clues.all(PfcWatchdog.class).stream()
                        .filter(w -> w.stormed().orElse(false) || w.detected().orElse(0) > 0)
                        .toList();
        if (storm.isEmpty() && dogs.isEmpty()) return;
        List<LogEvent> sent =
                clues.where("sonic-pfc-port", e -> Pfc.most(e.get("counts")) > 100_000);
        Suspicion s =
                verdict.certain(
                        storm,
                        "a queue was stopped by pause for so long that the watchdog stepped in");
        dogs.forEach(s::cites);
        s.cites(sent)
                .explains(
                        "rdma-retry-exceeded",
                        "roce-lossy-no-pfc",
                        "collective-desync-straggler",
                        "nic-degraded-init");
    }

    /// What watchdogs of switches and NICs tell of queues that stood still.
    static List<LogEvent> seen(Clues clues) {
        List<LogEvent> storm =
                new ArrayList<>(
                        clues.where(
                                "sonic-pfcwd",
                                e ->
                                        Clues.is(e, "state", "stormed")
                                                || Clues.number(e, "detected").orElse(0) > 0));
        storm.addAll(clues.of("pfcwd-event"));
        storm.addAll(clues.counted("tx_pause_storm_warning_events", "tx_pause_storm_error_events"));
        return storm;
    }
}
