package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// RDMA packets that carry no DSCP where hosts and switches classify by it.
final class NotShifted {
    private NotShifted() {}

    static void look(Clues clues, Verdict verdict) {
        serviceLevel(clues, verdict);
        captured(clues, verdict);
    }

    /// A service level sets the priority of a tagged frame; on a port that trusts DSCP it sets
    /// nothing, and NCCL's traffic class is 0 until it is given.
    private static void serviceLevel(Clues clues, Verdict verdict) {
        List<LogEvent> level =
                clues.env("NCCL_IB_SL").stream()
                        .filter(
                                e ->
                                        !Clues.setting(e).equals("0")
                                                && !Clues.setting(e).equals("-1"))
                        .toList();
        List<LogEvent> trust = clues.where("mlnx-trust", "trust", "dscp");
        List<LogEvent> on = clues.where("pfc-enabled-row", e -> e.get("bits").contains("1"));
        if (level.isEmpty()
                || trust.isEmpty()
                || on.isEmpty()
                || !clues.env("NCCL_IB_TC").isEmpty()) return;
        Set<Integer> priorities = new TreeSet<>();
        on.forEach(e -> priorities.addAll(Pfc.priorities(e)));
        verdict.likely(
                        level,
                        "NCCL_IB_SL is no DSCP: the port trusts DSCP, and without NCCL_IB_TC NCCL"
                                + " sends DSCP 0, which is not in priority "
                                + Pfc.list(priorities))
                .warning()
                .cites(trust)
                .cites(on)
                .fix("export NCCL_IB_TC=106        # the whole byte: DSCP 26 and ECT(0)")
                .explains("roce-lossy-no-pfc", "rdma-loss-counters");
    }

    /// A capture of RoCE v2 without DSCP, and a switch that knows its class by a DSCP.
    private static void captured(Clues clues, Verdict verdict) {
        List<LogEvent> classes =
                clues.where("switch-match-dscp", e -> !e.get("dscps").isBlank()).stream()
                        .filter(e -> !Pfc.covers(e.get("dscps"), 0))
                        .toList();
        boolean onlyDscp =
                clues.where("switch-match-dscp", e -> e.get("dscps").isBlank()).isEmpty();
        List<LogEvent> packets =
                clues.where(
                        "tcpdump-tos",
                        e ->
                                Clues.is(e, "proto", "UDP")
                                        && Pfc.dscpOfHex(e.get("tos")) == 0
                                        && clues.lineAfter(e).contains(".4791: UDP"));
        OptionalInt marked =
                clues.of("tcpdump-tos").stream()
                        .filter(e -> clues.lineAfter(e).contains(".4791: UDP"))
                        .mapToInt(e -> Pfc.dscpOfHex(e.get("tos")))
                        .filter(d -> classes.stream().anyMatch(c -> Pfc.covers(c.get("dscps"), d)))
                        .findFirst();
        if (classes.isEmpty() || !onlyDscp || packets.isEmpty() || marked.isPresent()) return;
        verdict.likely(
                        packets,
                        "the captured RDMA packets carry DSCP 0, and the switch's class is for DSCP "
                                + classes.getFirst().get("dscps").strip()
                                + ": they are not in it, or something else put them there")
                .cites(classes)
                .because(
                        "The configuration says what should be classified; the capture and the"
                                + " queue's counters say what is. NCCL and perftest send DSCP 0"
                                + " until a traffic class is set.")
                .explains("roce-lossy-no-pfc", "ecn-not-enabled-on-queue");
    }
}
