package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
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
                                        && e.get("value").startsWith("True"));
        List<LogEvent> peers = clues.of("lldp-peers");
        if (!agents.isEmpty() && !firmware.isEmpty()) {
            verdict.certain(agents, "the NIC's firmware and lldpad both speak DCBX on the port")
                    .cites(firmware)
                    .cites(peers)
                    .explains(
                            "roce-lossy-no-pfc",
                            "pfc-config-not-applied",
                            "pfc-one-side-only",
                            "trust-pcp-not-dscp",
                            "pfc-not-negotiated");
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
