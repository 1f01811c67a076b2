package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What the driver of a hypervisor's ports is told at its start (`esxcli system module parameters
/// list -m nmlx5_core`): PFC for a priority is of no use to untagged packets unless it trusts the
/// DSCP, which is `trust_state=2`.
final class EsxiModule {
    private static final String FIX =
            """
            Let the driver trust the DSCP too, added to what is set (-a), and restart the host:
              esxcli system module parameters set -a -m nmlx5_core -p "trust_state=2"
            """;

    private static final String ONE_MASK =
            """
            Give both the mask of the lossless priority, added to what is set (-a), and restart the \
            host:
              esxcli system module parameters set -a -m nmlx5_core -p "pfctx=0x08 pfcrx=0x08"
            """;

    private EsxiModule() {}

    static void untrusted(Clues clues, Verdict verdict) {
        List<LogEvent> set = clues.of("esx-pfc-parameter");
        List<LogEvent> trust = clues.where("esx-trust-parameter", e -> !e.get("state").equals("2"));
        if (set.isEmpty() || trust.isEmpty()) return;
        // Of several listings the last is how it is now.
        if (clues.of("esx-trust-parameter").getLast().get("state").equals("2")) return;
        verdict.certain(
                        trust,
                        "the hypervisor's driver has PFC for a priority and does not trust the DSCP"
                                + " (trust_state is not 2): untagged packets stay in priority 0")
                .cites(set)
                .fix(FIX.strip())
                .explains("roce-traffic-class-mismatch", "roce-lossy-no-pfc");
    }

    /// Pause that is sent and pause that is obeyed are two masks of priorities.
    static void oneWay(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> obeyed = Clues.grouped(clues.of("esx-pfc-rx"), clues::who);
        Clues.grouped(clues.of("esx-pfc-tx"), clues::who)
                .forEach(
                        (who, all) -> {
                            if (!obeyed.containsKey(who)) return;
                            LogEvent tx = all.getLast();
                            LogEvent rx = obeyed.get(who).getLast();
                            if (mask(tx) == mask(rx)) return;
                            verdict.certain(
                                            List.of(tx, rx),
                                            "the hypervisor's driver sends pause for %s (pfctx %s) and obeys it for %s (pfcrx %s)"
                                                    .formatted(
                                                            priorities(mask(tx)),
                                                            tx.get("mask"),
                                                            priorities(mask(rx)),
                                                            rx.get("mask")))
                                    .fix(ONE_MASK.strip())
                                    .explains("roce-lossy-no-pfc", "pfc-config-not-applied");
                        });
    }

    /// A DSCP that the driver writes into all RoCE: it has 64 of them, and maps each by its upper
    /// three bits.
    static void forced(Clues clues, Verdict verdict) {
        if (clues.of("esx-dscp-force").isEmpty()) return;
        LogEvent set = clues.of("esx-dscp-force").getLast();
        long dscp = Clues.number(set, "dscp").orElse(0);
        List<LogEvent> pfc =
                clues.where("esx-pfc-tx", e -> clues.who(e).equals(clues.who(set)) && mask(e) > 0);
        String summary;
        if (dscp > 63) {
            summary =
                    "dscp_force=%d is no DSCP (0 to 63)%s"
                            .formatted(
                                    dscp,
                                    dscp < 256
                                            ? ": it is the ToS byte of DSCP " + (dscp >> 2)
                                            : "");
        } else if (!pfc.isEmpty() && (mask(pfc.getLast()) >> (dscp >> 3) & 1) == 0) {
            summary =
                    "the hypervisor's driver marks RoCE with DSCP %d, which is priority %d there, and has PFC for %s"
                            .formatted(dscp, dscp >> 3, priorities(mask(pfc.getLast())));
        } else {
            return;
        }
        verdict.certain(List.of(set), summary)
                .cites(pfc)
                .fix(
                        "Give the DSCP itself, from 8 times the lossless priority to that plus 7 (26"
                                + " for priority 3), and restart the host:\n  esxcli system module parameters set -a"
                                + " -m nmlx5_rdma -p \"dscp_force=26\"")
                .explains("roce-lossy-no-pfc", "rdma-loss-counters");
    }

    private static int mask(LogEvent e) {
        String text = e.get("mask");
        return text.startsWith("0x")
                ? Integer.parseInt(text.substring(2), 16)
                : Integer.parseInt(text);
    }

    private static String priorities(int mask) {
        String list =
                IntStream.range(0, 8)
                        .filter(p -> (mask >> p & 1) == 1)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", "));
        return list.isEmpty() ? "none" : "priority " + list;
    }
}
