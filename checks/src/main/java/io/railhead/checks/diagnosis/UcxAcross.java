package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// UCX connects a lane from each device to each device of the peer that it takes for reachable; two
/// devices on networks without a way between them end in retries that are used up.
final class UcxAcross {
    private UcxAcross() {}

    /// Whether a device's own address and that of the peer it failed with are of two networks, and
    /// something tells that there is no way between them.
    static boolean look(Clues clues, Verdict verdict) {
        for (LogEvent retry : clues.of("ucx-retry")) {
            Optional<LogEvent> peer = peer(clues, retry);
            if (peer.isEmpty()) continue;
            Optional<LogEvent> own = ownRow(clues, retry, peer.get());
            if (own.isEmpty()) continue;
            String remote = peer.get().get("remote");
            if (!Signs.differentNetworks(own.get().get("ip"), remote)) continue;
            List<LogEvent> proofs = new ArrayList<>(CrossRailUnreachable.unreached(clues));
            List<LogEvent> others =
                    clues.where(
                            "gid-row",
                            r ->
                                    !r.get("hca").equals(retry.get("hca"))
                                            && !r.get("ip").isEmpty()
                                            && !Signs.differentNetworks(r.get("ip"), remote));
            if (proofs.isEmpty() && others.isEmpty()) continue;
            String says =
                    "%s (%s) was connected with %s, another network"
                            .formatted(retry.get("hca"), own.get().get("ip"), remote);
            (proofs.isEmpty()
                            ? verdict.likely(
                                    List.of(retry), says + ": that of another port of this host")
                            : verdict.certain(
                                    List.of(retry), says + ", and there is no way between them"))
                    .cites(peer.get())
                    .cites(proofs)
                    .cites(own.get())
                    .cites(others)
                    .fix(
                            "Let UCX connect within one network only, or name the devices of one,"
                                    + " or route the networks to each other:\n"
                                    + "  UCX_IB_ROCE_LOCAL_SUBNET=y      # before 1.13:"
                                    + " UCX_RC_ROCE_LOCAL_SUBNET\n  UCX_NET_DEVICES=%s:1"
                                            .formatted(retry.get("hca")))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
            return true;
        }
        return false;
    }

    /// The peer that the line below names, with its address.
    private static Optional<LogEvent> peer(Clues clues, LogEvent retry) {
        return clues
                .where(
                        "ucx-qp",
                        e ->
                                !e.get("remote").isEmpty()
                                        && e.source().document().equals(retry.source().document())
                                        && e.source().firstLine() > retry.source().firstLine()
                                        && e.source().firstLine() - retry.source().firstLine() < 4)
                .stream()
                .findFirst();
    }

    /// The row of this host's GID table that the queue pair used.
    private static Optional<LogEvent> ownRow(Clues clues, LogEvent retry, LogEvent peer) {
        List<LogEvent> rows =
                clues.where(
                        "gid-row",
                        r ->
                                r.get("hca").equals(retry.get("hca"))
                                        && r.get("index").equals(peer.get("index"))
                                        && !r.get("ip").isEmpty());
        return rows.stream()
                .filter(r -> clues.who(r).equals(clues.who(retry)))
                .findFirst()
                // Of one device on two hosts either is another network than the peer's, or none is.
                .or(
                        () ->
                                rows.stream()
                                                        .map(
                                                                r ->
                                                                        Signs.differentNetworks(
                                                                                r.get("ip"),
                                                                                peer.get("remote")))
                                                        .distinct()
                                                        .count()
                                                == 1
                                        ? rows.stream().findFirst()
                                        : Optional.empty());
    }
}
