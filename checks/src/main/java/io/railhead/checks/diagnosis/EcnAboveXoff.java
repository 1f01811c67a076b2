package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// PFC acts before ECN can.
@AutoService(Cause.class)
public final class EcnAboveXoff implements Cause {
    @Override
    public String code() {
        return "ecn-threshold-above-pfc-xoff";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> minima = new ArrayList<>(clues.where("ecn-threshold", "which", "min"));
        List<LogEvent> switched = clues.of("switch-ecn");
        long xoff =
                clues.of("buffer-xoff").stream()
                        .mapToLong(e -> Clues.number(e, "xoff").orElse(0))
                        .filter(x -> x > 0)
                        .min()
                        .orElse(0);
        List<LogEvent> above =
                minima.stream()
                        .filter(e -> xoff > 0 && Clues.number(e, "bytes").orElse(0) > xoff)
                        .toList();
        boolean unmarked =
                !clues.counters("np_ecn_marked_roce_packets").isEmpty()
                        && clues.counted("np_ecn_marked_roce_packets", "np_cnp_sent").isEmpty();
        List<LogEvent> paused =
                new ArrayList<>(clues.where("sonic-pfc-port", e -> Pfc.most(e.get("counts")) > 0));
        paused.addAll(
                clues.where(
                        "nxos-pfc-port",
                        e ->
                                Clues.number(e, "tx").orElse(0) > 0
                                        || Clues.number(e, "rx").orElse(0) > 0));
        for (int p = 0; p < 8; p++)
            paused.addAll(clues.counted("rx_prio" + p + "_pause", "tx_prio" + p + "_pause"));
        if (!above.isEmpty())
            verdict.certain(
                            above,
                            "ECN marks from "
                                    + above.getFirst().get("bytes")
                                    + " bytes on, PFC stops the sender at "
                                    + xoff)
                    .cites(clues.of("buffer-xoff"))
                    .cites(paused);
        else if (unmarked && isMuch(paused) && (!minima.isEmpty() || !switched.isEmpty()))
            verdict.likely(
                            paused,
                            "pause is sent and nothing is ever marked, although ECN is configured")
                    .cites(minima)
                    .cites(switched)
                    .cites(clues.counters("np_ecn_marked_roce_packets"));
    }

    /// A dozen pauses come with a burst that is over before anything is marked.
    private static boolean isMuch(List<LogEvent> paused) {
        return paused.stream()
                .anyMatch(
                        e ->
                                Pfc.most(
                                                e.get("counts")
                                                        + " "
                                                        + e.get("value")
                                                        + " "
                                                        + e.get("rx")
                                                        + " "
                                                        + e.get("tx"))
                                        >= 1000);
    }
}
