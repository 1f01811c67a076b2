package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.Evidence;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// RDMA-CM connections carry no ToS.
@AutoService(Cause.class)
public final class CmaTos implements Cause {
    @Override
    public String code() {
        return "cma-roce-tos-unset";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> asked =
                clues.of("cma-tos").stream()
                        .filter(
                                e ->
                                        e.get("value").isEmpty()
                                                ? clues.lineAfter(e).equals("0")
                                                : Clues.is(e, "value", "0"))
                        .toList();
        if (asked.isEmpty()) return;
        verdict.certain(
                        asked,
                        "the ToS of RDMA-CM connections is 0: their packets carry DSCP 0 and are in the lossy class")
                .cites(
                        asked.stream()
                                .filter(e -> e.get("value").isEmpty())
                                .map(
                                        e ->
                                                new Evidence(
                                                        e.source().document(),
                                                        e.source().firstLine() + 1,
                                                        e.text() + "\n" + clues.lineAfter(e)))
                                .findFirst()
                                .orElse(
                                        new Evidence(
                                                asked.getFirst().source().document(),
                                                asked.getFirst().source().firstLine(),
                                                asked.getFirst().text())))
                .cites(clues.counted("tx_prio0_packets"))
                .cites(clues.of("pfc-enabled-row"))
                .explains(
                        "roce-traffic-class-mismatch",
                        "rdma-retry-exceeded",
                        "roce-lossy-no-pfc",
                        "rdma-loss-counters");
    }
}
