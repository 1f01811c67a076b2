package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// RoCE runs without working flow control and loses packets.
@AutoService(Cause.class)
public final class RoceWithoutPfc implements Cause {
    @Override
    public String code() {
        return "roce-lossy-no-pfc";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        droppedAtIngress(clues, verdict);
        List<LogEvent> off = new ArrayList<>(clues.of("pfc-none", "pfc-disabled-host"));
        List<LogEvent> closed = clues.where("nxos-pfc-port", "oper", "Off");
        List<LogEvent> loss = Signs.loss(clues);
        boolean hostOn = clues.has("pfc-some") || Pfc.hostOn(clues);
        if (loss.isEmpty() || (off.isEmpty() && closed.isEmpty()) || (off.isEmpty() && hostOn))
            return;
        verdict.likely(
                        loss,
                        "RoCE loses packets, and no priority has flow control at "
                                + (off.isEmpty() ? "the switch" : "the host"))
                .cites(off)
                .cites(closed)
                .explains(
                        "rdma-retry-exceeded",
                        "rdma-loss-counters",
                        "trust-pcp-not-dscp",
                        "pfc-not-negotiated",
                        "remote-rank-crashed");
    }

    /// Packets that a switch dropped as they came in, and a port on which PFC is not in force
    /// although the switch has a class without loss.
    private static void droppedAtIngress(Clues clues, Verdict verdict) {
        List<LogEvent> dropped =
                clues.where("ingress-drop", e -> Clues.number(e, "drops").orElse(0) > 0);
        List<LogEvent> off = clues.where("nxos-pfc-port", "oper", "Off");
        List<LogEvent> wanted = clues.of("nodrop-class");
        if (dropped.isEmpty()
                || off.isEmpty()
                || wanted.isEmpty()
                || !clues.where("nxos-pfc-port", "oper", "On").isEmpty()
                || clues.has("pfc-some", "pfc-enabled-row")) return;
        verdict.likely(
                        dropped,
                        "the switch dropped packets as they came in: its class without loss is not"
                                + " in force, as PFC is off at the port")
                .cites(off)
                .cites(wanted)
                .explains("rdma-retry-exceeded", "rdma-loss-counters", "pfc-not-negotiated");
    }
}
