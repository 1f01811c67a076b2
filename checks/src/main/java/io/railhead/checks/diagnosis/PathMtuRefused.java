package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A queue pair is refused (EINVAL) on its way to RTR, on a RoCE port whose path MTU was cut to
/// what an Ethernet MTU of 1500 carries: programs that ask for what the port could carry at most
/// are refused there. The other reason is the GID, which its own causes look at.
final class PathMtuRefused {
    private PathMtuRefused() {}

    static boolean look(Clues clues, Verdict verdict) {
        List<LogEvent> refused = clues.of("qp-rtr-refused");
        List<LogEvent> cut =
                clues.where("active-mtu", e -> Clues.number(e, "mtu").orElse(4096) <= 1024);
        boolean whole =
                clues.where("active-mtu", e -> Clues.number(e, "mtu").orElse(0) >= 2048).isEmpty();
        boolean could =
                !clues.where("max-mtu", e -> Clues.number(e, "mtu").orElse(0) >= 2048).isEmpty();
        boolean ethernet = !clues.where("port-layer", "layer", "Ethernet").isEmpty();
        if (refused.isEmpty() || cut.isEmpty() || !whole || !could || !ethernet) return false;
        if (clues.has("gid-zero", "grh-required")) return false;
        verdict.likely(
                        refused,
                        "the queue pair is refused on a port whose path MTU is "
                                + cut.getFirst().get("mtu")
                                + ": the program asks for a larger one")
                .cites(cut)
                .cites(clues.where("ip-mtu", "mtu", "1500"))
                .fix(
                        "Give both ends' interfaces an MTU of at least 4200, or have the program"
                                + " take the smaller active_mtu of the two ends:\n"
                                + "  ip link set dev IFNAME mtu 9000\n"
                                + "  ibv_devinfo -d DEVICE | grep active_mtu")
                .explains("roce-mtu-1500", "nccl-connect-failed", "rdma-retry-exceeded");
        return true;
    }
}
