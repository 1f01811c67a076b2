package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// The switch has no lossless class for the traffic.
@AutoService(Cause.class)
public final class NoDropClassMissing implements Cause {
    @Override
    public String code() {
        return "switch-nodrop-class-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        ClassNotMade.look(clues, verdict);
        // EOS: PFC is on for the port, for no priority; other ports of the switch have one.
        List<LogEvent> none = clues.of("eos-pfc-none");
        if (!none.isEmpty()
                && clues.has("eos-pfc-row", "pfc-mode-config")
                && clues.lacks("nodrop-class")
                && Pfc.hostOn(clues)) {
            verdict.certain(
                            none,
                            none.getFirst().get("if") + " has PFC on, and no priority without drop")
                    .cites(clues.of("eos-pfc-row"))
                    .cites(clues.where("pfc-mode-config", "mode", "on"))
                    .explains("pfc-one-side-only", "roce-lossy-no-pfc", "rdma-loss-counters");
        }
        List<LogEvent> lossy = clues.of("pfc-on-lossy-queue");
        if (!lossy.isEmpty()) {
            LogEvent first = lossy.getFirst();
            verdict.likely(
                            lossy,
                            "a neighbour pauses queue "
                                    + first.get("prio")
                                    + " of "
                                    + first.get("if")
                                    + ", which is no lossless queue here")
                    .explains("pfc-wrong-priority", "pfc-one-side-only", "roce-lossy-no-pfc");
        }
        Map<String, List<LogEvent>> policies =
                Clues.grouped(clues.of("network-qos-policy"), clues::who);
        for (Map.Entry<String, List<LogEvent>> p : policies.entrySet()) {
            boolean lossless =
                    clues.of("nodrop-class").stream()
                            .anyMatch(e -> clues.who(e).equals(p.getKey()));
            if (lossless) continue;
            // On for no priority is off, whatever the mode says.
            List<LogEvent> off =
                    clues.where(
                            "nxos-pfc-port",
                            e -> Clues.is(e, "oper", "Off") || Clues.is(e, "bitmap", "0"));
            if (off.isEmpty()
                    && Signs.loss(clues).isEmpty()
                    && clues.lacks("queue-drops", "pfc-some", "nodrop-class")) continue;
            verdict.certain(
                            p.getValue(),
                            "the network-qos policy of "
                                    + p.getKey()
                                    + " has no class without drop")
                    .cites(clues.where("network-qos-class", e -> clues.who(e).equals(p.getKey())))
                    .cites(off)
                    .cites(clues.where("queue-drops", e -> Clues.number(e, "drops").orElse(0) > 0))
                    .explains(
                            "pfc-not-negotiated",
                            "pfc-config-not-applied",
                            "rdma-loss-counters",
                            "roce-lossy-no-pfc",
                            "pfc-one-side-only",
                            "rdma-retry-exceeded");
        }
    }
}
