package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The device is visible in a container but its GID table has no entry for the container's address.
@AutoService(Cause.class)
public final class RdmaNetnsGidMissing implements Cause {
    @Override
    public String code() {
        return "rdma-netns-gid-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> empty = clues.of("gid-zero");
        boolean filled =
                !clues.where("gid-devinfo", e -> !e.get("gid").replaceAll("[0:]", "").isEmpty())
                        .isEmpty();
        List<LogEvent> container =
                clues.of("docker-run", "container-network", "pod-shell", "network-attachment");
        List<LogEvent> inside = clues.of("netns-interface");
        List<LogEvent> failed =
                clues.where(
                        "nccl-modify-qp",
                        e ->
                                e.get("error").startsWith("No such device")
                                        || (!inside.isEmpty() && Signs.hasNoAddress(e)));
        // A host whose table holds addresses was given an index of an empty entry.
        if (container.isEmpty() && inside.isEmpty() && failed.isEmpty())
            filled |= clues.of("gid-row").stream().anyMatch(Signs::isGoodGid);
        if (!failed.isEmpty()
                || (!empty.isEmpty()
                        && !filled
                        && (!container.isEmpty() || !Signs.pathFailures(clues).isEmpty()))) {
            String text =
                    "the RDMA device is there, but it has no GID for the address of this network namespace";
            (empty.isEmpty() && container.isEmpty() && inside.isEmpty()
                            ? verdict.possible(failed, text)
                            : verdict.certain(failed, text))
                    .cites(empty)
                    .cites(container)
                    .cites(inside)
                    .cites(inside.isEmpty() ? List.of() : clues.of("ip-address"))
                    .cites(clues.where("gid-row", Signs::isGoodGid))
                    .explains(
                            "rdma-retry-exceeded",
                            "roce-wrong-gid-index",
                            "roce-gid-missing",
                            "container-bridge-network",
                            "container-no-rdma-device");
        }
    }
}
