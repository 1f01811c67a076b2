package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// A port trusts PCP while untagged traffic is marked by DSCP.
@AutoService(Cause.class)
public final class TrustPcp implements Cause {
    @Override
    public String code() {
        return "trust-pcp-not-dscp";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> pcp = new ArrayList<>(clues.where("mlnx-trust", "trust", "pcp"));
        pcp.addAll(clues.where("switch-trust", "trust", "cos"));
        List<LogEvent> modes = clues.of("qos-l2-mode");
        if (!modes.isEmpty() && modes.getLast().get("mode").startsWith("L2"))
            pcp.add(modes.getLast());
        if (pcp.isEmpty() || !Pfc.hostOn(clues)) return;
        List<LogEvent> untagged =
                clues.where(
                        "tcpdump-tos",
                        e -> Clues.is(e, "ethertype", "IPv4") && !Clues.is(e, "tos", "0"));
        List<LogEvent> zero =
                clues.counted(
                        "rx_prio0_packets",
                        "tx_prio0_packets",
                        "rx_prio0_discards",
                        "rx_dropped.nic");
        List<String> lossless = new ArrayList<>();
        for (int p = 1; p < 8; p++) {
            lossless.add("rx_prio" + p + "_packets");
            lossless.add("tx_prio" + p + "_packets");
        }
        // Tagged traffic is where it belongs; what is untagged beside it need not be RoCE.
        boolean tagged =
                !clues.counted(lossless.toArray(new String[0])).isEmpty()
                        && clues.counted("rx_prio0_discards", "rx_dropped.nic").isEmpty();
        boolean marked =
                !untagged.isEmpty()
                        || clues.has("traffic-class", "switch-match-dscp")
                        || !clues.env("NCCL_IB_TC").isEmpty();
        boolean wrong = marked || (!zero.isEmpty() && !tagged);
        Suspicion s =
                wrong
                        ? verdict.certain(
                                pcp,
                                "the port takes the priority from the VLAN tag, and untagged"
                                        + " packets have none: all RoCE is in priority 0")
                        : verdict.possible(
                                        pcp,
                                        "the port takes the priority from the VLAN tag, not from"
                                                + " the DSCP")
                                .info();
        s.cites(untagged)
                .cites(zero)
                .cites(clues.of("pfc-some", "pfc-enabled-row"))
                .explains(
                        "roce-traffic-class-mismatch",
                        "rdma-retry-exceeded",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters",
                        "cma-roce-tos-unset");
    }
}
