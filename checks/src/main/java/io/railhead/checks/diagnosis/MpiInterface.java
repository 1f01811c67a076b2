package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Open MPI connects over an interface that the other nodes cannot reach.
@AutoService(Cause.class)
public final class MpiInterface implements Cause {
    @Override
    public String code() {
        return "mpi-wrong-interface";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        slow(clues, verdict);
        List<LogEvent> failed = clues.of("mpi-tcp-failed");
        if (failed.isEmpty()) return;
        List<LogEvent> local =
                failed.stream()
                        .filter(
                                e ->
                                        e.get("addr").matches("172\\.(1[7-9]|2\\d|3[01])\\..*")
                                                || Addresses4.isOfOneHost(e.get("addr")))
                        .toList();
        if (local.isEmpty() && sharedAddress(clues, failed, verdict)) return;
        (local.isEmpty()
                        ? verdict.possible(failed, "MPI could not connect to a peer over TCP")
                        : verdict.certain(
                                local,
                                "MPI connects to "
                                        + local.getFirst().get("addr")
                                        + ", an address that bridges of containers or VMs have on every host"))
                .cites(failed)
                .cites(clues.of("mpi-if-set"))
                .cites(
                        clues.where(
                                "mpi-interface",
                                e ->
                                        local.stream()
                                                .anyMatch(
                                                        l -> l.get("addr").equals(e.get("addr")))))
                .explains("remote-rank-crashed", "nccl-connect-failed", "same-subnet-arp-flux");
    }

    /// Open MPI was told one interface, and another of the host is ten times as fast or more.
    private static void slow(Clues clues, Verdict verdict) {
        for (LogEvent set : clues.where("mpi-if-set", "which", "include")) {
            Map<String, LogEvent> speeds = new TreeMap<>();
            for (LogEvent e : clues.where("ethtool-speed", e -> !e.get("if").isEmpty())) {
                speeds.putIfAbsent(e.get("if"), e);
            }
            LogEvent used = speeds.get(set.get("value"));
            if (used == null) continue;
            Optional<LogEvent> faster =
                    speeds.values().stream()
                            .filter(e -> mbps(e) >= 10 * mbps(used))
                            .max(Comparator.comparingDouble(MpiInterface::mbps));
            if (faster.isEmpty() || !(mbps(used) > 0)) continue;
            verdict.certain(
                            List.of(set),
                            "MPI is told to use %s (%.0f Mb/s), while %s (%.0f Mb/s) is there"
                                    .formatted(
                                            used.get("if"),
                                            mbps(used),
                                            faster.get().get("if"),
                                            mbps(faster.get())))
                    .cites(used)
                    .cites(faster.get());
            return;
        }
    }

    private static double mbps(LogEvent speed) {
        return Clues.decimal(speed, "speed");
    }

    /// The same bridge on several hosts: the peer's address leads back to the host itself.
    private static boolean sharedAddress(Clues clues, List<LogEvent> failed, Verdict verdict) {
        Map<String, List<NetInterface>> have = new TreeMap<>();
        for (NetInterface i : clues.all(NetInterface.class)) {
            for (InterfaceAddress a : i.addresses()) {
                if (!i.name().equals("lo") && Addresses4.isOfOneHost(a.address())) {
                    have.computeIfAbsent(a.address(), k -> new ArrayList<>()).add(i);
                }
            }
        }
        have.values().removeIf(l -> l.stream().map(clues::machineOf).distinct().count() < 2);
        Map<String, List<LogEvent>> told =
                Clues.grouped(
                        clues.where(
                                "mpi-interface",
                                e ->
                                        Addresses4.isOfOneHost(e.get("addr"))
                                                && !Clues.is(e, "if", "lo")),
                        e -> e.get("addr"));
        told.values().removeIf(l -> l.stream().map(clues::who).distinct().count() < 2);
        if (have.isEmpty() && told.isEmpty()) return false;
        String address = (have.isEmpty() ? told : have).keySet().iterator().next();
        Suspicion s =
                verdict.likely(
                        failed,
                        "MPI may connect to an address that several hosts have for themselves: "
                                + address);
        have.getOrDefault(address, List.of()).forEach(s::cites);
        s.cites(told.getOrDefault(address, List.of()))
                .cites(clues.of("mpi-if-set"))
                .explains("remote-rank-crashed", "nccl-connect-failed", "same-subnet-arp-flux");
        return true;
    }
}
