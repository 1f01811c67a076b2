package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The container lacks the RDMA device nodes or the right to use them.
@AutoService(Cause.class)
public final class ContainerNoRdma implements Cause {
    @Override
    public String code() {
        return "container-no-rdma-device";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> none = clues.of("nccl-ib-none", "nccl-plugin-init-failed", "ucx-no-device");
        List<LogEvent> devices =
                clues.of("devices-empty", "uverbs-missing").stream()
                        .filter(e -> !isBesideOpened(clues, e))
                        .toList();
        List<LogEvent> run =
                clues.where(
                        "docker-run",
                        e ->
                                !e.get("arguments").contains("infiniband")
                                        && !e.get("arguments").contains("--privileged"));
        // NCCL tries InfiniBand first wherever it runs: only where it was asked for is that a
        // fault.
        boolean forced =
                clues.of("nccl-plugin-init-failed").stream().anyMatch(e -> e.get("net").isEmpty())
                        || clues.env("NCCL_NET").stream()
                                .anyMatch(e -> Clues.setting(e).equalsIgnoreCase("IB"));
        if (clues.has("provider-missing", "socket-family-missing")) return;
        List<LogEvent> scarce = clues.of("rdma-resource-short");
        if (!scarce.isEmpty() && devices.isEmpty())
            verdict.likely(
                            scarce,
                            "the pod asks for RDMA devices that no node offers: the device plugin has none to give")
                    .cites(none)
                    .explains("nccl-connect-failed");
        if (!devices.isEmpty()
                && (!none.isEmpty()
                        || clues.has("perftest-no-device")
                        || devices.stream().anyMatch(e -> e.kind().equals("uverbs-missing"))))
            verdict.certain(none, "no RDMA device can be used in the container")
                    .cites(devices)
                    .cites(run)
                    .explains(
                            "hca-set-differs-between-nodes",
                            "nccl-connect-failed",
                            "nccl-forced-socket",
                            "rdma-port-down");
        else if (!none.isEmpty() && (!run.isEmpty() || forced || clues.has("crashloop")))
            verdict.likely(none, "no RDMA device is to be seen in the container")
                    .cites(run)
                    .explains("nccl-connect-failed");
        else if (!none.isEmpty() && clues.where("nccl-net", "net", "Socket").size() > 0)
            verdict.possible(none, "NCCL sees no RDMA device and uses TCP")
                    .info()
                    .cites(clues.where("nccl-net", "net", "Socket"));
    }

    /// ibv_devinfo tries every device that sysfs shows; a container is meant to open its own only.
    private static boolean isBesideOpened(Clues clues, LogEvent refused) {
        return refused.text().strip().equals("Failed to open device")
                && clues.where("port-state", e -> e.get("state").matches("ACTIVE|Active")).stream()
                        .anyMatch(p -> p.source().document().equals(refused.source().document()));
    }
}
