package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PfcState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// PFC runs on one end of a link only.
@AutoService(Cause.class)
public final class PfcOneSide implements Cause {
    @Override
    public String code() {
        return "pfc-one-side-only";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        EsxiModule.oneWay(clues, verdict);
        List<LogEvent> switchOn = new ArrayList<>(clues.where("nxos-pfc-port", "oper", "On"));
        List<LogEvent> switchOff =
                new ArrayList<>(
                        clues.where(
                                "nxos-pfc-port",
                                e -> Clues.is(e, "oper", "Off") && Clues.is(e, "mode", "Off")));
        switchOff.addAll(clues.of("eos-pfc-off", "nvue-roce-lossy"));
        List<LogEvent> hostOff = clues.of("pfc-none", "pfc-disabled-host");
        // A port that sends pause has PFC on, whatever else is known of it.
        switchOn.addAll(clues.where("nvue-pauses", "way", "tx"));
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
            return;
        }
        if (betweenSwitches(clues, verdict, dropped)) return;
        // Of a switch's many ports those without PFC may lead elsewhere: the pauses that the host
        // sends and the port does not count are what joins the two.
        List<LogEvent> unheard = new ArrayList<>();
        for (int p = 0; p < 8; p++)
            unheard.addAll(clues.counted("tx_prio" + p + "_pause", "rx_prio" + p + "_discards"));
        List<PfcState> off =
                clues.all(PfcState.class).stream()
                        .filter(s -> LinkEnds.isSwitchPort(s.port()) && !s.isAsShipped())
                        .filter(s -> s.lossless().filter(Set::isEmpty).isPresent())
                        .toList();
        if (switchOff.isEmpty() && !off.isEmpty() && hostOn && !unheard.isEmpty()) {
            Suspicion s =
                    verdict.certain(
                            unheard,
                            "the host has PFC on and sends pause, the switch port has it off");
            off.stream().limit(4).forEach(s::cites);
            s.cites(clues.of("pfc-some", "pfc-enabled-row"))
                    .explains("roce-lossy-no-pfc", "rdma-retry-exceeded", "rdma-loss-counters");
            return;
        }
        if (!switchOff.isEmpty() && hostOn && (switchOn.isEmpty() || !unheard.isEmpty())) {
            verdict.certain(
                            switchOff,
                            "the host has PFC on, the switch port has it off"
                                    + (switchOff.stream()
                                                    .anyMatch(
                                                            e -> e.kind().equals("nvue-roce-lossy"))
                                            ? ": its RoCE is in mode lossy"
                                            : ""))
                    .cites(unheard)
                    .cites(clues.of("pfc-some", "pfc-enabled-row"))
                    .explains(
                            "roce-lossy-no-pfc",
                            "rdma-retry-exceeded",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters");
        }
    }

    /// A port of one switch pauses and never hears a pause; a port of another switch, alone among
    /// its ports, has PFC off.
    private static boolean betweenSwitches(Clues clues, Verdict verdict, List<LogEvent> dropped) {
        Map<String, List<LogEvent>> rows = Clues.grouped(clues.of("nxos-pfc-port"), clues::who);
        List<LogEvent> deaf =
                clues.where(
                        "nxos-pfc-port",
                        e ->
                                Clues.is(e, "oper", "On")
                                        && Clues.number(e, "tx").orElse(0) > 0
                                        && Clues.number(e, "rx").orElse(0) == 0);
        if (rows.size() < 2 || deaf.isEmpty()) return false;
        List<LogEvent> off = new ArrayList<>();
        for (Map.Entry<String, List<LogEvent>> of : rows.entrySet()) {
            List<LogEvent> here =
                    of.getValue().stream().filter(e -> Clues.is(e, "oper", "Off")).toList();
            boolean elsewhere = deaf.stream().anyMatch(d -> !clues.who(d).equals(of.getKey()));
            if (here.size() == 1 && elsewhere) off.addAll(here);
        }
        if (off.size() != 1) return false;
        verdict.likely(
                        off,
                        "%s of %s has PFC off, and %s of %s sends pause and hears none"
                                .formatted(
                                        off.getFirst().get("if"),
                                        clues.who(off.getFirst()),
                                        deaf.getFirst().get("if"),
                                        clues.who(deaf.getFirst())))
                .cites(deaf)
                .cites(dropped)
                .explains(
                        "pfc-headroom-too-small",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "rdma-retry-exceeded");
        return true;
    }
}
