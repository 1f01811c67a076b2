package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// NCCL's control connections use an interface the others cannot reach.
@AutoService(Cause.class)
public final class WrongSocketIfname implements Cause {
    @Override
    public String code() {
        return "nccl-wrong-socket-ifname";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> used = clues.of("nccl-bootstrap-if");
        List<LogEvent> local =
                clues.where(
                        "connect-failed",
                        e ->
                                e.get("addr").startsWith("fe80:")
                                        || e.get("addr").startsWith("169.254."));
        if (used.isEmpty()) {
            if (!local.isEmpty()) offered(local, verdict);
            return;
        }
        List<LogEvent> odd =
                used.stream()
                        .filter(
                                e ->
                                        e.get("addr").startsWith("127.")
                                                || e.get("addr").startsWith("fe80")
                                                || e.get("addr").startsWith("169.254.")
                                                || e.get("if")
                                                        .matches(
                                                                "lo|docker\\d*|virbr\\d*|veth.*|br-.*|cni\\d*|lxcbr\\d*|podman\\d*|tunl\\d*|flannel.*|cali.*|vxlan.*|kube-.*|vmnet\\d*|vboxnet\\d*|zt\\w+|tailscale\\d*|wg\\d*|tun\\d*"))
                        .toList();
        List<LogEvent> failed = clues.of("connect-failed", "mpi-tcp-failed");
        boolean stuck =
                !failed.isEmpty()
                        || (clues.has("nccl-init-start") && clues.lacks("nccl-init-complete"))
                        || clues.has("closed-by-peer", "watchdog-timeout", "join-timeout");
        Map<String, List<LogEvent>> byHost = Clues.grouped(used, clues::who);
        Set<String> names = new TreeSet<>();
        Set<String> networks = new TreeSet<>();
        byHost.values()
                .forEach(
                        l -> {
                            names.add(l.getFirst().get("if"));
                            networks.add(
                                    l.getFirst().get("addr").replaceAll("\\.\\d+\\.\\d+$", ""));
                        });
        boolean differ = byHost.size() > 1 && names.size() > 1 && networks.size() > 1;
        if (!odd.isEmpty() && stuck) {
            verdict.certain(
                            odd,
                            "NCCL bootstraps on "
                                    + odd.getFirst().get("if")
                                    + " ("
                                    + odd.getFirst().get("addr")
                                    + "), where other hosts cannot reach it")
                    .cites(used)
                    .cites(failed)
                    .explains(
                            "nccl-connect-failed",
                            "firewall-blocks-ports",
                            "collective-desync-straggler",
                            "remote-rank-crashed",
                            "container-bridge-network");
        } else if (!local.isEmpty()) {
            Set<String> addresses = new TreeSet<>();
            local.forEach(e -> addresses.add(e.get("addr").replaceAll("%.*", "")));
            offered(local, verdict)
                    .cites(
                            clues.where(
                                    "nccl-socket-using",
                                    e -> addresses.stream().anyMatch(e.text()::contains)))
                    .explains("firewall-blocks-ports");
        } else if (differ && stuck) {
            verdict.certain(
                            used,
                            "the nodes bootstrap on different networks: "
                                    + String.join(", ", names))
                    .cites(failed)
                    .explains(
                            "nccl-connect-failed", "firewall-blocks-ports", "remote-rank-crashed");
        } else if (!failed.isEmpty()
                && clues.lacks("firewall-drop")
                && failed.stream()
                        .anyMatch(
                                f ->
                                        used.stream()
                                                .anyMatch(
                                                        u ->
                                                                u.get("addr")
                                                                        .equals(f.get("addr"))))) {
            LogEvent first = used.getFirst();
            boolean ipoib = first.get("if").startsWith("ib");
            verdict.likely(
                            failed,
                            "NCCL uses "
                                    + first.get("if")
                                    + " for its control connections, and they fail"
                                    + (ipoib ? " (IP over InfiniBand)" : ""))
                    .cites(used)
                    .explains("nccl-connect-failed", "remote-rank-crashed");
        }
    }

    /// A peer offered an address of a link that the other end is not on.
    private static Suspicion offered(List<LogEvent> local, Verdict verdict) {
        return verdict.likely(
                        local,
                        "NCCL connects to "
                                + local.getFirst().get("addr")
                                + ", an address that holds on one link only: the peer offered an"
                                + " interface without a routable address")
                .explains("nccl-connect-failed", "remote-rank-crashed");
    }
}
