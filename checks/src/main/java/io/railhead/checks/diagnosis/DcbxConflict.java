package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.End;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// Two DCBX or LLDP agents speak for one port.
@AutoService(Cause.class)
public final class DcbxConflict implements Cause {
    @Override
    public String code() {
        return "dcbx-agent-conflict";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.of("lldpad-warning"));
        List<LogEvent> agents = new ArrayList<>(clues.of("dcbx-agent"));
        agents.addAll(clues.of("dcbx-agent-active"));
        agents.removeIf(e -> isOff(clues, e));
        List<LogEvent> firmware =
                clues.where(
                        "mlxconfig-row",
                        e ->
                                e.get("name").startsWith("LLDP_NB_DCBX")
                                        && inForce(e).startsWith("True"));
        // ice and i40e say of their firmware's agent in a private flag.
        List<LogEvent> flags = agents.stream().filter(e -> e.text().contains("fw-lldp")).toList();
        if (flags.size() < agents.size()) {
            firmware = new ArrayList<>(firmware);
            firmware.addAll(flags);
        }
        List<LogEvent> peers = clues.of("lldp-peers");
        List<LldpAnnouncement> two = twoOnOnePort(clues);
        if (!agents.isEmpty() && !firmware.isEmpty()) {
            Suspicion both =
                    verdict.certain(
                            agents, "the NIC's firmware and lldpad both speak DCBX on the port");
            two.forEach(both::cites);
            both.cites(firmware)
                    .cites(peers)
                    .explains(
                            "roce-lossy-no-pfc",
                            "pfc-config-not-applied",
                            "pfc-one-side-only",
                            "trust-pcp-not-dscp",
                            "pfc-not-negotiated");
            return;
        }
        if (!agents.isEmpty() && !two.isEmpty()) {
            Suspicion s =
                    verdict.likely(
                            agents,
                            "the switch hears two speakers of LLDP on one port, and lldpad is one");
            two.forEach(s::cites);
            s.explains("roce-lossy-no-pfc", "pfc-config-not-applied", "pfc-not-negotiated");
            return;
        }
        boolean off = clues.has("pfc-none", "pfc-set-but-off");
        boolean set =
                clues.has("mlnx-qos-set") || !clues.where("mlnx-dcbx", "mode", "OS").isEmpty();
        boolean stands = !off && Pfc.hostOn(clues) && clues.lacks("bond-reset", "link-down");
        if (said.isEmpty() && (agents.isEmpty() || !(off || set))) return;
        Suspicion s =
                verdict.certain(said, "another agent rewrites the port's DCB settings")
                        .cites(agents)
                        .cites(clues.where("lldp-willing", "willing", "yes", "on"))
                        .cites(clues.of("pfc-none", "pfc-enabled-row"))
                        .cites(clues.of("service-running"))
                        .explains(
                                "roce-lossy-no-pfc",
                                "pfc-config-not-applied",
                                "pfc-one-side-only",
                                "trust-pcp-not-dscp",
                                "pfc-not-negotiated");
        // The settings are as they were made: a risk, not a fault.
        if (stands && said.isEmpty()) s.info();
    }

    /// The value that holds now: `mlxconfig -e q` prints default, current and next boot, without -e
    /// the last alone.
    static String inForce(LogEvent row) {
        return row.value("current").orElse(row.get("value"));
    }

    /// Neighbours that one port of a switch has at the same time, by different names.
    private static List<LldpAnnouncement> twoOnOnePort(Clues clues) {
        List<LldpAnnouncement> all =
                clues.all(LldpAnnouncement.class).stream()
                        .filter(a -> a.end() == End.PEER && !a.port().isEmpty())
                        .toList();
        return all.stream()
                .filter(
                        a ->
                                all.stream()
                                        .anyMatch(
                                                b ->
                                                        b.port().equals(a.port())
                                                                && clues.machineOf(b)
                                                                        .equals(clues.machineOf(a))
                                                                && !b.system().equals(a.system())))
                .toList();
    }

    /// An agent that is named only to say that it does not run.
    private static boolean isOff(Clues clues, LogEvent agent) {
        String text = agent.text();
        if (text.contains("disable-fw-lldp")) return Clues.is(agent, "value", "on");
        if (text.contains("fw-lldp-agent")) return Clues.is(agent, "value", "off");
        return text.contains("lldpad.service - ")
                && !clues.where(
                                "service-active",
                                e ->
                                        e.get("unit").equals("lldpad.service")
                                                && Clues.is(e, "state", "inactive", "failed")
                                                && clues.who(e).equals(clues.who(agent)))
                        .isEmpty();
    }
}
