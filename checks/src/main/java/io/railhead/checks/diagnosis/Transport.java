package io.railhead.checks.diagnosis;

import io.railhead.model.Finding;
import io.railhead.model.Severity;
import java.util.Set;

/// Faults of the way between ranks. What waits for a transfer notices nothing of them but that
/// time went by or that the other side is gone.
final class Transport {
    /// Findings that such a fault leaves behind where nothing better is known of them.
    static final Set<String> CONSEQUENCES =
            Set.of("collective-desync-straggler", "remote-rank-crashed");

    private static final Set<String> CODES =
            Set.of(
                    "rdma-retry-exceeded",
                    "rnr-retry-exceeded",
                    "rdma-completion-error",
                    "rdma-port-down",
                    "rdma-cm-rejected",
                    "roce-wrong-gid-index",
                    "roce-gid-missing",
                    "gid-index-differs-between-nodes",
                    "grh-required-gid-missing",
                    "cross-rail-unreachable",
                    "same-subnet-arp-flux",
                    "link-flapping",
                    "link-high-ber",
                    "ib-link-errors-bad-cable",
                    "ib-no-subnet-manager",
                    "ib-pkey-index",
                    "mtu-mismatch",
                    "pfc-storm",
                    "firewall-blocks-ports",
                    "container-bridge-network",
                    "nccl-wrong-socket-ifname",
                    "nccl-connect-failed");

    private Transport() {}

    static boolean isFault(Finding f) {
        return CODES.contains(f.code()) && f.severity().atLeast(Severity.WARNING);
    }

    /// Whether programs tell of transfers or connections that failed.
    static boolean failed(Clues clues) {
        return !Signs.pathFailures(clues).isEmpty()
                || clues.has("rdma-rnr", "connect-failed", "nccl-completion");
    }
}
