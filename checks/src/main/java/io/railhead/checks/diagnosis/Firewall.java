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
        List<LogEvent> noRoute =
                failed.stream().filter(e -> e.text().contains("No route to host")).toList();
        List<LogEvent> timed =
                failed.stream()
                        .filter(e -> e.text().toLowerCase(Locale.ROOT).contains("timed out"))
                        .toList();
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
}
