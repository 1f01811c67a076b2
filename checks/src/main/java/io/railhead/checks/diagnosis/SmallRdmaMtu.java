package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// Ethernet MTU 1500 keeps the RDMA path MTU at 1024.
@AutoService(Cause.class)
public final class SmallRdmaMtu implements Cause {
    @Override
    public String code() {
        return "roce-mtu-1500";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        boolean ethernet =
                !clues.where("perftest-layer", "layer", "Ethernet").isEmpty()
                        || !clues.where("port-layer", "layer", "Ethernet").isEmpty()
                        || !clues.where("nccl-ib-using", e -> e.get("list").contains("RoCE"))
                                .isEmpty();
        List<LogEvent> small =
                new ArrayList<>(
                        clues.where(
                                "perftest-mtu", e -> Clues.number(e, "mtu").orElse(4096) <= 1024));
        small.addAll(clues.where("active-mtu", e -> Clues.number(e, "mtu").orElse(4096) <= 1024));
        List<LogEvent> narrow = clues.where("ip-mtu", "mtu", "1500");
        // InfiniBand ports run at 2048 or 4096: beside an interface of 1500 it is Ethernet's.
        ethernet |=
                !clues.where("active-mtu", "mtu", "1024").isEmpty()
                        && !narrow.isEmpty()
                        && clues.lacks("port-layer");
        if (small.isEmpty() || !ethernet) return;
        // A management port at 1500 beside others of full size is meant so.
        boolean others =
                !clues.where("active-mtu", e -> Clues.number(e, "mtu").orElse(0) >= 2048).isEmpty()
                        && clues.where(
                                        "perftest-mtu",
                                        e -> Clues.number(e, "mtu").orElse(4096) <= 1024)
                                .isEmpty();
        if (narrow.isEmpty() || others) {
            verdict.possible(small, "RDMA packets carry 1024 bytes only").info();
        } else {
            verdict.likely(
                            small,
                            "RDMA packets carry 1024 bytes only, because the interface has MTU"
                                    + " 1500")
                    .warning()
                    .cites(narrow);
        }
    }
}
