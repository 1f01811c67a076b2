package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.PortTrust;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A port trusts PCP while untagged traffic is marked by DSCP.
@AutoService(Cause.class)
public final class TrustPcp implements Cause {
    private static final String[] EXPLAINS = {
        "roce-traffic-class-mismatch",
        "rdma-retry-exceeded",
        "roce-lossy-no-pfc",
        "rdma-loss-counters",
        "cma-roce-tos-unset"
    };

    @Override
    public String code() {
        return "trust-pcp-not-dscp";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        EsxiModule.untrusted(clues, verdict);
        List<LogEvent> pcp = new ArrayList<>(clues.where("mlnx-trust", "trust", "pcp"));
        pcp.addAll(clues.where("switch-trust", "trust", "cos"));
        List<LogEvent> modes = clues.of("qos-l2-mode");
        if (!modes.isEmpty() && modes.getLast().get("mode").startsWith("L2"))
            pcp.add(modes.getLast());
        List<PortTrust> ports =
                clues.all(PortTrust.class).stream()
                        .filter(t -> t.fields().equals(Set.of(PortTrust.Field.PCP)))
                        .toList();
        List<LogEvent> sent =
                clues.where("tcpdump-tos", e -> !Clues.is(e, "tos", "0") && isUntagged(e));
        // A port of a switch that looks at the tag alone, and packets marked by DSCP.
        if (pcp.isEmpty() && !ports.isEmpty() && !sent.isEmpty()) {
            Suspicion s =
                    verdict.certain(
                            List.of(),
                            "the port takes the priority from the VLAN tag, and packets are marked"
                                    + " by DSCP");
            ports.stream().limit(4).forEach(s::cites);
            s.cites(sent).explains(EXPLAINS);
            return;
        }
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
                .explains(EXPLAINS);
    }

    private static boolean isUntagged(LogEvent e) {
        return !Clues.is(e, "ethertype", "802.1Q");
    }
}
