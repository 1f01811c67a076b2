package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Source;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PendingSettings;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.Service;
import io.railhead.model.fact.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// PFC is configured and does not run.
@AutoService(Cause.class)
public final class PfcNotApplied implements Cause {
    private static final Pattern QOS =
            Pattern.compile("(?i)qos|pfc|roce|dcb(?!x?-?agent)|lossless");

    /// Classes of the switch, or of a port.
    private static final Pattern PENDING = Pattern.compile("(?:^|/)qos/");

    @Override
    public String code() {
        return "pfc-config-not-applied";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        PfcCommands.withoutPfcup(clues, verdict);
        PfcCommands.mapRefused(clues, verdict);
        if (PfcCommands.answeredOtherwise(clues, verdict)) return;
        PfcCommands.refused(clues, verdict);
        pending(clues, verdict);
        List<LogEvent> said = clues.of("pfc-set-but-off");
        List<LogEvent> set = clues.where("mlnx-qos-set", "what", "pfc");
        List<LogEvent> none = clues.of("pfc-none");
        boolean agent = clues.has("lldpad-warning", "dcbx-agent");
        if (!said.isEmpty())
            verdict.certain(said, "PFC was configured and is not in effect")
                    .cites(none)
                    .explains("roce-lossy-no-pfc");
        else if (!set.isEmpty() && !none.isEmpty() && !agent)
            verdict.likely(set, "a script sets PFC, and no priority has it")
                    .cites(none)
                    .explains("roce-lossy-no-pfc", "pfc-one-side-only", "rdma-retry-exceeded");
        else if (clues.has("esx-pfc-parameter") && clues.has("pfc-disabled-host"))
            verdict.likely(
                            clues.of("esx-pfc-parameter"),
                            "the driver's parameters ask for PFC, and the adapter has it off: parameters are read when the module is loaded")
                    .cites(clues.where("pfc-disabled-host", e -> true))
                    .cites(none)
                    .explains("roce-lossy-no-pfc", "pfc-one-side-only", "rdma-retry-exceeded");
        else if (!(units(clues).isEmpty() && failed(clues).isEmpty())
                && !none.isEmpty()
                && !agent) {
            Suspicion s =
                    verdict.certain(
                            none, "the unit that sets PFC has failed, and no priority has it");
            units(clues).forEach(s::cites);
            s.cites(failed(clues));
            s.cites(set).explains("roce-lossy-no-pfc", "pfc-one-side-only", "service-failed");
        } else if (!none.isEmpty()
                && !agent
                && !(idleUnits(clues).isEmpty() && switchedOff(clues).isEmpty())) {
            Suspicion s =
                    verdict.likely(
                                    none,
                                    "the unit that sets PFC is switched off, and no priority has it")
                            .explains("roce-lossy-no-pfc", "pfc-one-side-only");
            idleUnits(clues).forEach(s::cites);
            s.cites(switchedOff(clues));
        } else if (clues.has("pfc-bitmap-config") && clues.has("sonic-pfc-none")) {
            verdict.certain(
                            clues.of("sonic-pfc-none"),
                            "the configuration enables PFC, and the running switch has it on no port")
                    .cites(clues.of("pfc-bitmap-config"))
                    .fix(
                            "load what was written: `sudo config load -y` (or `config reload`, which stops traffic), then `show pfc priority`")
                    .explains("roce-lossy-no-pfc", "pfc-one-side-only");
        } else {
            List<LogEvent> wanted = clues.where("pfc-mode-config", "mode", "on");
            List<LogEvent> off =
                    clues.where(
                            "nxos-pfc-port",
                            e ->
                                    Clues.is(e, "oper", "Off")
                                            && wanted.stream()
                                                    .anyMatch(
                                                            w ->
                                                                    w.get("if")
                                                                            .equalsIgnoreCase(
                                                                                    e.get("if"))));
            List<PfcState> states = off.isEmpty() ? idle(clues) : List.of();
            if (off.isEmpty() && states.isEmpty()) return;
            Suspicion s =
                    verdict.certain(off, "the port is configured for PFC and it is not operational")
                            .cites(off.isEmpty() ? List.of() : wanted)
                            .explains(
                                    "roce-lossy-no-pfc", "pfc-one-side-only", "pfc-not-negotiated");
            states.forEach(s::cites);
        }
    }

    /// Classes that were set on a switch and wait to be applied, and nothing applies them later.
    private static void pending(Clues clues, Verdict verdict) {
        for (PendingSettings p : clues.all(PendingSettings.class)) {
            List<Source> lines =
                    p.settings().entrySet().stream()
                            .filter(e -> PENDING.matcher(e.getKey()).find())
                            .filter(e -> !e.getValue().value().isEmpty())
                            .map(e -> e.getValue().source())
                            .toList();
            boolean applied =
                    clues.of("nv-config-apply").stream()
                            .anyMatch(
                                    e ->
                                            !e.source().document().equals(p.source().document())
                                                    || e.last() > p.source().lastLine());
            if (lines.isEmpty() || applied) continue;
            Suspicion s =
                    verdict.certain(
                                    List.of(),
                                    "what was set of the classes waits to be applied: it is in no"
                                            + " effect")
                            .of(p)
                            .fix(
                                    "Look at it once more, and apply it:\n  nv config diff\n  nv config apply")
                            .explains("roce-lossy-no-pfc", "pfc-one-side-only");
            lines.stream().limit(8).forEach(l -> s.cites(clues.facts().cite(l)));
        }
    }

    /// Services that are there for QoS by their name, and failed.
    private static List<Service> units(Clues clues) {
        return clues.all(Service.class).stream()
                .filter(s -> s.active().equals("failed"))
                .filter(s -> QOS.matcher(s.unit()).find())
                .toList();
    }

    /// Services that are there for QoS by their name, and neither run nor are started at boot.
    private static List<Service> idleUnits(Clues clues) {
        return clues.all(Service.class).stream()
                .filter(s -> s.active().equals("inactive") && s.enabled().equals("disabled"))
                .filter(s -> QOS.matcher(s.unit()).find())
                .toList();
    }

    /// The same, of `systemctl status`, which tells in the line above whether it starts at boot.
    private static List<LogEvent> switchedOff(Clues clues) {
        return clues.where(
                "service-active",
                e ->
                        Clues.is(e, "state", "inactive")
                                && QOS.matcher(e.get("unit")).find()
                                && clues.lineBefore(e).contains("; disabled"));
    }

    /// Failed ones of `systemctl status`.
    private static List<LogEvent> failed(Clues clues) {
        return clues.where(
                "service-active",
                e -> Clues.is(e, "state", "failed") && QOS.matcher(e.get("unit")).find());
    }

    /// What runs and what is set of ports whose PFC is set to `on` and does not run, though they
    /// are not down.
    private static List<PfcState> idle(Clues clues) {
        List<PfcState> all = new ArrayList<>();
        for (String machine : clues.facts().machines()) {
            List<PfcState> states = clues.facts().of(machine, PfcState.class);
            for (PfcState now : states) {
                if (now.running().orElse(true)
                        || now.mode().equals(Optional.of(PfcState.Mode.AUTO))) continue;
                boolean down =
                        clues.facts().of(machine, SwitchPort.class).stream()
                                .filter(p -> p.port().equals(now.port()))
                                .anyMatch(p -> !p.up().orElse(true) || !p.adminUp().orElse(true));
                Optional<PfcState> set =
                        states.stream()
                                // What is set of no port is set of all.
                                .filter(s -> s.running().isEmpty())
                                .filter(s -> s.port().isEmpty() || s.port().equals(now.port()))
                                .filter(s -> s.mode().equals(Optional.of(PfcState.Mode.ON)))
                                // Set for no priority there is nothing to run.
                                .filter(s -> !s.priorities().equals(Optional.of(Set.of())))
                                .findFirst();
                if (down || set.isEmpty()) continue;
                all.add(now);
                all.add(set.get());
            }
        }
        return all;
    }
}
