package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// PFC runs on one end of a link only.
@AutoService(Cause.class)
public final class PfcOneSide implements Cause {
    @Override
    public String code() {
        return "pfc-one-side-only";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> switchOn = clues.where("nxos-pfc-port", "oper", "On");
        List<LogEvent> switchOff =
                clues.where(
                        "nxos-pfc-port",
                        e -> Clues.is(e, "oper", "Off") && Clues.is(e, "mode", "Off"));
        List<LogEvent> hostOff = clues.of("pfc-none", "pfc-disabled-host");
        boolean hostOn = Pfc.hostOn(clues);
        List<LogEvent> dropped =
                clues.of("ingress-drop").stream()
                        .filter(e -> Clues.number(e, "drops").orElse(0) > 0)
                        .toList();
        if (!switchOn.isEmpty() && !hostOff.isEmpty()) {
            List<LogEvent> deaf =
                    switchOn.stream()
                            .filter(
                                    e ->
                                            Clues.number(e, "tx").orElse(0) > 0
                                                    && Clues.number(e, "rx").orElse(0) == 0)
                            .toList();
            verdict.certain(hostOff, "the switch has PFC on, the host has not")
                    .cites(deaf.isEmpty() ? switchOn : deaf)
                    .cites(dropped)
                    .explains(
                            "roce-lossy-no-pfc",
                            "pfc-headroom-too-small",
                            "rdma-retry-exceeded",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters",
                            "pfc-not-negotiated");
        } else if (!switchOff.isEmpty() && hostOn && switchOn.isEmpty()) {
            verdict.certain(switchOff, "the host has PFC on, the switch port has it off")
                    .cites(clues.of("pfc-some", "pfc-enabled-row"))
                    .explains(
                            "roce-lossy-no-pfc",
                            "rdma-retry-exceeded",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters");
        }
    }
}
