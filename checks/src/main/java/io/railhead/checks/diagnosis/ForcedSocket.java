package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// NCCL is told to use TCP although RDMA is there.
@AutoService(Cause.class)
public final class ForcedSocket implements Cause {
    @Override
    public String code() {
        return "nccl-forced-socket";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> forced =
                new ArrayList<>(
                        clues.env("NCCL_NET").stream()
                                .filter(e -> Clues.setting(e).equalsIgnoreCase("Socket"))
                                .toList());
        forced.addAll(
                clues.env("NCCL_IB_DISABLE").stream()
                        .filter(e -> Clues.setting(e).equals("1"))
                        .toList());
        if (forced.isEmpty() || clues.has("perftest-no-device", "nccl-ib-none")) return;
        List<LogEvent> rdma = new ArrayList<>(clues.where("rdma-link", "state", "ACTIVE"));
        rdma.addAll(clues.where("hca-netdev", "state", "Up"));
        rdma.addAll(clues.where("port-state", "state", "Active", "ACTIVE"));
        Set<String> there =
                new TreeSet<>(
                        clues.where("nccl-net", "net", "Socket").stream().map(clues::who).toList());
        boolean onSome =
                !clues.where("nccl-net", "net", "IB").isEmpty()
                        && forced.stream().anyMatch(f -> there.contains(clues.who(f)));
        if (onSome) {
            verdict.certain(
                            forced,
                            "a setting keeps NCCL from RDMA on some nodes, while others use it")
                    .cites(clues.of("nccl-net"))
                    .explains("nccl-connect-failed", "hca-set-differs-between-nodes");
            return;
        }
        (rdma.isEmpty()
                        ? verdict.likely(forced, "a setting keeps NCCL from RDMA")
                        : verdict.certain(
                                forced,
                                "a setting keeps NCCL from RDMA, and RDMA ports are active"))
                .warning()
                .cites(rdma)
                .cites(clues.where("nccl-net", "net", "Socket"))
                .explains("nccl-connect-failed");
    }
}
