package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The active MTU of RDMA ports, read on several machines: packets of the larger one end in errors
/// at the smaller.
final class ActiveMtus {
    /// Local length error, and a request that the receiver finds invalid: what a queue pair says of
    /// packets that are longer than it was told (InfiniBand specification, 11.6.2).
    private static final Set<Integer> LENGTH = Set.of(1, 9);

    private ActiveMtus() {}

    /// Whether machines differ and transfers failed.
    static boolean look(Clues clues, Verdict verdict) {
        List<LogEvent> failures = new ArrayList<>(Signs.pathFailures(clues));
        failures.addAll(CompletionError.of(clues, LENGTH));
        failures.addAll(clues.of("watchdog-timeout"));
        if (failures.isEmpty()) return false;
        Map<String, List<LogEvent>> byHost =
                Clues.grouped(clues.of("active-mtu"), e -> end(clues, e));
        // A machine with ports of several sizes does not tell which of them was used.
        byHost.values().removeIf(l -> l.stream().map(e -> e.get("mtu")).distinct().count() > 1);
        Set<Long> sizes = new TreeSet<>();
        List<LogEvent> rows = new ArrayList<>();
        for (List<LogEvent> own : byHost.values()) {
            long mtu = Clues.number(own.getFirst(), "mtu").orElse(0);
            if (mtu > 0 && sizes.add(mtu)) rows.add(own.getFirst());
        }
        if (sizes.size() < 2) return false;
        verdict.certain(
                        rows,
                        "RDMA ports of the machines have different active MTUs: "
                                + String.join(
                                        " and ", sizes.stream().map(String::valueOf).toList()))
                .cites(failures)
                .fix(
                        "Give the interfaces, and the switch ports between them, one MTU (9000, and"
                                + " 9216 at the switch); then the active MTU is 4096 at both"
                                + " ends:\n  ip link set dev IFNAME mtu 9000\n  ibv_devinfo | grep"
                                + " active_mtu")
                .explains(
                        "rdma-completion-error",
                        "rdma-retry-exceeded",
                        "roce-mtu-1500",
                        "remote-rank-crashed",
                        "collective-desync-straggler");
        return true;
    }

    private static String end(Clues clues, LogEvent e) {
        return e.host().isEmpty() ? e.source().document() : clues.who(e);
    }
}
