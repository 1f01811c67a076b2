package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A firewall drops the connections between ranks.
@AutoService(Cause.class)
public final class Firewall implements Cause {
    @Override
    public String code() {
        return "firewall-blocks-ports";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> rules = clues.of("firewall-drop");
        List<LogEvent> failed =
                new ArrayList<>(
                        clues.of("connect-failed", "rdzv-connect-failed", "mpi-tcp-failed"));
        // What every host has for itself is reached by no other, with a firewall or without.
        List<LogEvent> noRoute =
                failed.stream()
                        .filter(e -> e.text().contains("No route to host"))
                        .filter(e -> !Addresses4.isOfOneHost(e.get("addr")))
                        .toList();
        // c10d asks a port that refuses again until its own time is over: that its client «has
        // timed out» tells of no packet that was lost.
        List<LogEvent> timed =
                failed.stream()
                        .filter(e -> e.text().toLowerCase(Locale.ROOT).contains("timed out"))
                        .filter(e -> !e.text().contains("client socket has timed out"))
                        .toList();
        List<LogEvent> packets = clues.where("firewall-packet", Firewall::isOfJobs);
        boolean mpi =
                clues.has("mpi-daemon-failed")
                        && clues.lacks("ssh-refused", "python-module-missing");
        if (!rules.isEmpty()
                && (!failed.isEmpty()
                        || clues.has("watchdog-timeout", "gloo-connect-failed")
                        || (clues.has("nccl-init-start") && clues.lacks("nccl-init-complete"))
                        || mpi)) {
            verdict.certain(failed, "a firewall drops what other ranks send")
                    .cites(rules)
                    .explains(
                            "nccl-connect-failed",
                            "rdzv-host-not-local",
                            "nccl-wrong-socket-ifname",
                            "mpi-wrong-interface",
                            "gloo-wrong-interface",
                            "collective-desync-straggler",
                            "remote-rank-crashed");
        } else if (!packets.isEmpty()) {
            verdict.likely(
                            packets,
                            "a firewall drops packets of a neighbour to port "
                                    + packets.getFirst().get("dpt"))
                    .cites(failed)
                    .cites(rules)
                    .explains(
                            "nccl-connect-failed",
                            "rdzv-host-not-local",
                            "rdma-retry-exceeded",
                            "collective-desync-straggler");
        } else if (!noRoute.isEmpty()) {
            verdict.likely(
                            noRoute,
                            "connections are refused with «No route to host» between hosts that reach each other otherwise: what a firewall's reject looks like")
                    .explains(
                            "nccl-connect-failed",
                            "rdzv-host-not-local",
                            "mpi-wrong-interface",
                            "nccl-wrong-socket-ifname");
        } else if (!timed.isEmpty() && clues.lacks("not-listening", "hosts-loopback")) {
            verdict.possible(
                    timed,
                    "connections get no answer: a firewall that drops, or an address that is not reachable");
        }
    }

    /// Logged packets between private addresses to RoCE's port, or over TCP to one that no service
    /// of the system has: what jobs use. Strangers who knock from outside are daily bread.
    private static boolean isOfJobs(LogEvent e) {
        String inside = "(?:10\\.|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.).*";
        if (!e.get("src").matches(inside) || !e.get("dst").matches(inside)) return false;
        long port = Clues.number(e, "dpt").orElse(0);
        return port == 4791 || (Clues.is(e, "proto", "TCP") && port >= 1024);
    }
}
