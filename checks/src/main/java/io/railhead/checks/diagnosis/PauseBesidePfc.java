package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PauseParameters;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Pause of the whole link and PFC are set on one port, by whatever tool: they exclude each other
/// (IEEE 802.1Qbb), and of both it is the link's pause that runs on NX-OS, and on hosts the one set
/// last.
final class PauseBesidePfc {
    private static final String FIX =
            """
            Turn pause of the whole link off at both ends, and leave PFC:
              ethtool -A IFNAME autoneg off rx off tx off
              no flowcontrol receive            # on the switch port, and "send"
            """;

    private static final String OF_ESXI =
            """
            pauseParams is 802.3x. Turn it off, and set PFC of priority 3 in the driver (DCBX, where \
            the switch offers it, does the same):
              esxcli network nic pauseParams set -n VMNIC -r false -t false
              esxcli system module parameters set -m nmlx5_core -p "pfctx=0x08 pfcrx=0x08"
            """;

    private PauseBesidePfc() {}

    static void look(Clues clues, Verdict verdict) {
        atHosts(clues, verdict);
        atSwitches(clues, verdict);
        atHypervisors(clues, verdict);
    }

    private static void atHosts(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            List<PfcState> on =
                    clues.facts().of(machine, PfcState.class).stream()
                            .filter(p -> !p.lossless().orElse(Set.of()).isEmpty())
                            .toList();
            for (PauseParameters pause : clues.facts().of(machine, PauseParameters.class)) {
                if (!pause.rx().orElse(false) && !pause.tx().orElse(false)) continue;
                on.stream()
                        .filter(p -> isOf(p, pause.interfaceName()))
                        .findFirst()
                        .ifPresent(
                                pfc ->
                                        verdict.certain(
                                                        of(clues, "ethtool-pause-set", pause),
                                                        "pause of the whole link (802.3x) is on at "
                                                                + pause.interfaceName()
                                                                + ", where PFC is set as well: they"
                                                                + " exclude each other")
                                                .cites(pause)
                                                .cites(pfc)
                                                .fix(FIX.strip())
                                                .explains(
                                                        "roce-lossy-no-pfc",
                                                        "pfc-config-not-applied"));
            }
        }
    }

    /// Some outputs (`mlnx_qos` without its command) do not name their port.
    private static boolean isOf(PfcState pfc, String interfaceName) {
        return pfc.port().equals(interfaceName) || pfc.port().isEmpty();
    }

    private static List<LogEvent> of(Clues clues, String kind, PauseParameters pause) {
        return clues.where(kind, "if", pause.interfaceName());
    }

    private static void atSwitches(Clues clues, Verdict verdict) {
        List<LogEvent> pfc = clues.where("pfc-mode-config", "mode", "on");
        List<LogEvent> both =
                clues.where(
                        "nxos-flowcontrol-config",
                        f ->
                                !f.get("if").isEmpty()
                                        && pfc.stream()
                                                .anyMatch(
                                                        p ->
                                                                p.get("if").equals(f.get("if"))
                                                                        && sameDocument(p, f)));
        if (both.isEmpty()) {
            atPorts(clues, verdict);
            return;
        }
        verdict.certain(
                        both,
                        "flow control of the whole link is configured beside PFC: where both are"
                                + " on, the link's is what runs")
                .cites(
                        pfc.stream()
                                .filter(
                                        p ->
                                                both.stream()
                                                        .anyMatch(
                                                                f ->
                                                                        f.get("if")
                                                                                        .equals(
                                                                                                p
                                                                                                        .get(
                                                                                                                "if"))
                                                                                && sameDocument(
                                                                                        p, f)))
                                .toList())
                .fix(FIX.strip())
                .explains("pfc-not-negotiated", "pfc-one-side-only", "roce-lossy-no-pfc");
    }

    /// The same of configurations of other systems, as they were read.
    private static void atPorts(Clues clues, Verdict verdict) {
        for (String machine : clues.facts().machines()) {
            List<PfcState> on =
                    clues.facts().of(machine, PfcState.class).stream()
                            .filter(p -> p.mode().filter(m -> m == PfcState.Mode.ON).isPresent())
                            .filter(p -> p.running().isEmpty())
                            .toList();
            for (SwitchPort port : clues.facts().of(machine, SwitchPort.class)) {
                Optional<Stated<String>> pause =
                        Stream.of("flowcontrol receive", "flowcontrol send")
                                .map(way -> port.settings().get(way))
                                .filter(s -> s != null && s.value().equals("on"))
                                .findFirst();
                Optional<PfcState> pfc =
                        on.stream()
                                .filter(p -> p.source().document().equals(port.source().document()))
                                .filter(p -> p.port().isEmpty() || p.port().equals(port.port()))
                                .findFirst();
                if (pause.isEmpty() || pfc.isEmpty()) continue;
                verdict.certain(
                                List.of(),
                                "flow control of the whole link (%s) is configured at %s beside PFC: they exclude each other"
                                        .formatted(pause.get().words(), port.port()))
                        .of(port)
                        .cites(clues.facts().cite(pause.get().source()))
                        .cites(pfc.get())
                        .fix(FIX.strip())
                        .explains("pfc-not-negotiated", "pfc-one-side-only", "roce-lossy-no-pfc");
                return;
            }
        }
    }

    private static boolean sameDocument(LogEvent a, LogEvent b) {
        return a.source().document().equals(b.source().document());
    }

    private static void atHypervisors(Clues clues, Verdict verdict) {
        List<LogEvent> rows =
                clues.where(
                        "esx-pauseparams-row",
                        e -> Clues.is(e, "rx", "true") || Clues.is(e, "tx", "true"));
        List<LogEvent> set = clues.of("esx-pauseparams-set");
        List<LogEvent> pfc = clues.of("pfc-enabled-host");
        if (rows.isEmpty() || (set.isEmpty() && pfc.isEmpty())) return;
        verdict.likely(
                        set,
                        "pauseParams is pause of the whole link (802.3x) and not PFC: it is on at "
                                + rows.getFirst().get("if"))
                .cites(rows)
                .cites(pfc)
                .fix(OF_ESXI.strip())
                .explains("pfc-one-side-only", "roce-lossy-no-pfc");
    }
}
