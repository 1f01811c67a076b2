package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The application's traffic class is not the lossless one.
@AutoService(Cause.class)
public final class TrafficClass implements Cause {
    @Override
    public String code() {
        return "roce-traffic-class-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        NotShifted.look(clues, verdict);
        EsxiModule.forced(clues, verdict);
        List<LogEvent> zero = clues.counted("rx_prio0_packets", "tx_prio0_packets");
        List<LogEvent> lossless = new ArrayList<>();
        for (int p = 1; p < 8; p++) {
            for (String way : new String[] {"rx", "tx"})
                lossless.addAll(clues.counters(way + "_prio" + p + "_packets"));
        }
        boolean unused =
                !lossless.isEmpty()
                        && lossless.stream().allMatch(e -> Clues.number(e, "value").orElse(0) == 0);
        List<LogEvent> classes = new ArrayList<>(clues.env("NCCL_IB_TC"));
        classes.addAll(clues.env("UCX_IB_TRAFFIC_CLASS"));
        classes.addAll(clues.of("traffic-class"));
        List<LogEvent> odd =
                classes.stream().filter(e -> Pfc.outside(clues, Clues.setting(e))).toList();
        List<LogEvent> loss = Signs.loss(clues);
        // The two lowest bits are ECN's (RFC 3168): who sets them wrote the DSCP itself.
        List<LogEvent> unshifted =
                classes.stream().filter(e -> Pfc.isDscpItself(Clues.setting(e))).toList();
        boolean seen =
                clues.of("tcpdump-tos").stream()
                        .anyMatch(
                                t ->
                                        unshifted.stream()
                                                .anyMatch(
                                                        u ->
                                                                Pfc.dscp(Clues.setting(u))
                                                                        == Pfc.dscpOfHex(
                                                                                t.get("tos"))));
        if (odd.isEmpty() && !unshifted.isEmpty()) {
            String value = Clues.setting(unshifted.getFirst());
            (seen || !zero.isEmpty()
                            ? verdict.certain(unshifted, asDscp(value))
                            : verdict.likely(unshifted, asDscp(value)).warning())
                    .cites(zero)
                    .cites(clues.of("tcpdump-tos"))
                    .cites(lossless)
                    .cites(loss)
                    .fix("export NCCL_IB_TC=" + (Integer.parseInt(value) << 2))
                    .explains(
                            "rdma-retry-exceeded",
                            "roce-lossy-no-pfc",
                            "rdma-loss-counters",
                            "ecn-not-enabled-on-queue");
            return;
        }
        if (!odd.isEmpty()) {
            verdict.certain(
                            odd,
                            "the traffic class "
                                    + Clues.setting(odd.getFirst())
                                    + " is DSCP "
                                    + Pfc.dscp(Clues.setting(odd.getFirst()))
                                    + ", which is in no lossless priority")
                    .cites(clues.of("mlnx-dscp2prio", "pfc-enabled-row", "switch-match-dscp"))
                    .cites(loss)
                    .cites(clues.of("nodrop-class"))
                    .explains("rdma-retry-exceeded", "roce-lossy-no-pfc", "rdma-loss-counters");
        } else if (unused(clues, verdict)) {
            return;
        } else if (!zero.isEmpty() && unused) {
            boolean roce =
                    !loss.isEmpty()
                            || !clues.counted("rx_prio0_discards", "np_ecn_marked_roce_packets")
                                    .isEmpty()
                            || clues.has("cma-tos", "nccl-ib-using", "perftest-layer");
            Suspicion s =
                    verdict.likely(zero, "all traffic is in priority 0, none in the lossless one")
                            .cites(classes)
                            .cites(lossless)
                            .cites(loss)
                            .cites(clues.counters("np_ecn_marked_roce_packets"))
                            .explains(
                                    "rdma-retry-exceeded",
                                    "roce-lossy-no-pfc",
                                    "roce-lossy-no-pfc",
                                    "rdma-loss-counters",
                                    "ecn-not-enabled-on-queue");
            // Without any sign of RDMA it may be but ssh.
            if (!roce) s.info();
        }
    }

    /// PFC is on for priorities that carry nothing, and all load is in priority 0, which loses.
    private static boolean unused(Clues clues, Verdict verdict) {
        Lanes lanes = new Lanes(clues);
        Set<Integer> on = Pfc.ofHosts(clues);
        boolean loses =
                !Signs.loss(clues).isEmpty()
                        || !clues.counted("rx_prio0_discards", "rx_prio0_buf_discard").isEmpty();
        if (on.isEmpty()
                || !loses
                || !lanes.busy().equals(List.of(0))
                || !on.stream().allMatch(lanes::isIdle)) return false;
        Suspicion s =
                verdict.likely(
                        List.of(),
                        "all traffic is in priority 0, and PFC is on for priority %s, which carries nothing"
                                .formatted(Pfc.list(on)));
        lanes.cite(s, 0);
        on.forEach(p -> lanes.cite(s, p));
        s.cites(clues.env("NCCL_IB_TC"))
                .cites(clues.env("UCX_IB_TRAFFIC_CLASS"))
                .cites(clues.counted("rx_prio0_discards"))
                .cites(Signs.loss(clues))
                .explains("rdma-retry-exceeded", "roce-lossy-no-pfc", "rdma-loss-counters");
        return true;
    }

    private static String asDscp(String value) {
        return "the traffic class "
                + value
                + " is the whole byte: it sends DSCP "
                + Pfc.dscp(value)
                + ", and DSCP "
                + value
                + " would be "
                + (Integer.parseInt(value) << 2);
    }
}
