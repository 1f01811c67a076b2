package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Commands that set PFC in a form that means something else than it looks like.
final class PfcCommands {
    private PfcCommands() {}

    /// `enabled=` of lldptool is a list of priorities (lldptool-pfc(8)): a row of eight noughts and
    /// ones is the form of mlnx_qos, and here says priorities 0 and 1.
    static void bitmapAsList(Clues clues, Verdict verdict) {
        List<LogEvent> bitmaps =
                clues.where("lldptool-pfc-set", e -> e.get("list").matches("[01](?:,[01]){7}"));
        if (bitmaps.isEmpty()) return;
        String list = bitmaps.getFirst().get("list");
        Set<Integer> meant = new TreeSet<>();
        Set<Integer> set = new TreeSet<>();
        String[] parts = list.split(",");
        for (int p = 0; p < parts.length; p++) {
            set.add(Integer.parseInt(parts[p]));
            if (parts[p].equals("1")) meant.add(p);
        }
        String right = meant.isEmpty() ? "none" : Pfc.list(meant).replace(" ", "");
        verdict.certain(
                        bitmaps,
                        "enabled= takes a list of priorities and no bitmap: "
                                + list
                                + " turns PFC on for priority "
                                + Pfc.list(set).replace(", ", " and ")
                                + (meant.isEmpty() ? "" : ", not for " + Pfc.list(meant)))
                .because("The positional form is that of mlnx_qos --pfc; lldptool reads a list.")
                .fix(
                        "Give the list, and read it back:\n  lldptool -T -i IFNAME -V PFC enabled="
                                + right
                                + "\n  lldptool -t -i IFNAME -V PFC -c enabled")
                .explains(
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "pfc-not-negotiated",
                        "pfc-one-side-only");
    }

    /// dcbtool(8): the bitmap stands behind `pfcup:`; `e:`, `a:` and `w:` are single switches.
    static void withoutPfcup(Clues clues, Verdict verdict) {
        List<LogEvent> bits = clues.of("dcbtool-pfc-bits");
        if (bits.isEmpty()) return;
        verdict.certain(
                        bits,
                        "dcbtool takes the priorities behind pfcup:; e:, a: and w: are 0 or 1, so"
                                + " that no priority was set")
                .because("e:, a: and w: enable, announce and make willing the feature as a whole.")
                .fix(
                        "Name the priorities from 0 to 7, left to right; for priority 3:\n"
                                + "  dcbtool sc IFNAME pfc e:1 a:1 w:0 pfcup:00010000")
                .explains("roce-lossy-no-pfc", "pfc-not-negotiated");
    }

    /// The switch answered the command with a refusal; some leave the exit status at 0.
    static void refused(Clues clues, Verdict verdict) {
        List<LogEvent> refused = clues.of("pfc-set-refused");
        if (refused.isEmpty()) return;
        boolean sonic = refused.stream().anyMatch(e -> !e.get("if").isEmpty());
        Suspicion s =
                verdict.certain(
                                refused,
                                "the switch refused the command that sets PFC (%s): nothing was set"
                                        .formatted(refused.getFirst().get("why")))
                        .cites(clues.of("sonic-pfc-none"))
                        .explains("roce-lossy-no-pfc", "pfc-one-side-only", "pfc-not-negotiated");
        if (sonic)
            s.because(
                            "SONiC sets priorities of ports that have QoS maps (PORT_QOS_MAP); of a"
                                    + " port without it says no more than this, with exit status 0.")
                    .fix(
                            "Give the port its QoS maps first, set the priority, and read it back:\n"
                                    + "  config qos reload --ports "
                                    + refused.getFirst().get("if")
                                    + "\n  config interface pfc priority "
                                    + refused.getFirst().get("if")
                                    + " 3 on\n  show pfc priority");
    }

    /// Inbox mlx4 knows PFC and no map of DSCP: the flow control is set and nothing falls into it.
    static void mapRefused(Clues clues, Verdict verdict) {
        List<LogEvent> refused = clues.of("dcb-app-refused");
        if (refused.isEmpty()) return;
        verdict.certain(
                        refused,
                        "the driver refuses the map from DSCP to priority: PFC is armed, and no"
                                + " traffic comes into its class")
                .cites(clues.of("pfc-some"))
                .because(
                        "The driver of this card (mlx4 of the kernel, as of ConnectX-3) maps by"
                                + " PCP alone; untagged packets carry none, and RoCE v1 has no"
                                + " IP header with a DSCP.")
                .fix(
                        "Send the RDMA traffic in a VLAN whose egress map gives it the priority,"
                                + " and let the switch trust CoS:\n"
                                + "  ip link add link IFNAME name IFNAME.100 type vlan id 100"
                                + " egress-qos-map 0:3 3:3")
                .explains("roce-lossy-no-pfc", "trust-pcp-not-dscp");
    }

    /// What was set is read back as off: the tool took it, the driver did not keep it.
    static boolean answeredOtherwise(Clues clues, Verdict verdict) {
        List<LogEvent> set = new ArrayList<>(clues.where("dcb-state-set", "state", "on"));
        List<LogEvent> off =
                clues.where(
                        "dcb-state",
                        e -> Clues.is(e, "state", "off") && isRead(clues, e, "dcb-state-set"));
        if (set.isEmpty() || off.isEmpty()) {
            set = clues.of("lldptool-pfc-set", "dcb-pfc-set");
            off = new ArrayList<>();
            for (LogEvent none : clues.of("pfc-none")) {
                if (isRead(clues, none, "lldptool-pfc-set") || isRead(clues, none, "dcb-pfc-set"))
                    off.add(none);
            }
        }
        if (set.isEmpty() || off.isEmpty() || clues.has("lldpad-warning", "dcbx-agent")) {
            return false;
        }
        verdict.certain(off, "what was set is read back as off: PFC is not in effect")
                .cites(set)
                .cites(clues.of("pfc-none"))
                .because(
                        "The tool hands the setting to the driver and reports that it was handed"
                                + " over. Drivers of IEEE mode keep DCB off until a traffic class"
                                + " is mapped, and a willing port takes what the peer says.")
                .fix(
                        "Give the classes first, do not be willing, and read back from the"
                                + " driver:\n  lldptool -T -i IFNAME -V ETS-CFG willing=no"
                                + " tsa=0:ets,3:ets up2tc=3:3\n"
                                + "  lldptool -T -i IFNAME -V PFC willing=no enabled=3\n"
                                + "  dcb pfc show dev IFNAME prio-pfc")
                .explains("roce-lossy-no-pfc", "pfc-one-side-only", "pfc-not-negotiated");
        return true;
    }

    /// Whether it was read after it had been set in the same terminal.
    private static boolean isRead(Clues clues, LogEvent read, String set) {
        return clues.of(set).stream()
                .filter(s -> s.source().document().equals(read.source().document()))
                .anyMatch(s -> s.source().firstLine() < read.source().firstLine());
    }
}
