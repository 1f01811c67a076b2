package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NcclTestRun;
import java.util.ArrayList;
import java.util.List;

/// PCIe ACS or the IOMMU redirects peer-to-peer traffic.
@AutoService(Cause.class)
public final class AcsIommu implements Cause {
    @Override
    public String code() {
        return "acs-iommu-breaks-p2p";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> acs = clues.of("acs-redirect");
        List<LogEvent> iommu = clues.of("iommu-on");
        List<LogEvent> faults = clues.of("iommu-fault");
        List<LogEvent> wrong = clues.where("nccl-completion", "status", "4", "10", "11");
        wrong = new ArrayList<>(wrong);
        wrong.addAll(clues.of("rdma-local-prot", "rdma-remote-op", "rdma-remote-access"));
        boolean gdr = clues.has("nccl-channel-gdr", "peermem-module");
        boolean p2p = clues.has("nccl-channel-p2p", "nccl-ipc-failed");
        List<LogEvent> ofDevice = clues.of("iommu-fault-of-device");
        p2p = p2p || clues.has("p2p-tested");
        List<LogEvent> warned = clues.of("nccl-iommu-warning");
        boolean pass = clues.has("iommu-pt");
        // Results mean that transfers arrive: then neither is what stops the job.
        boolean measured =
                clues.has("steps")
                        || clues.all(NcclTestRun.class).stream().anyMatch(r -> !r.rows().isEmpty());
        if (clues.has("vm-guest", "vfio-bound")
                || clues.has("hypervisor") && clues.has("acs-no-direct")) return;
        if (!faults.isEmpty() && (gdr || p2p || !ofDevice.isEmpty()))
            verdict.certain(faults, "the IOMMU stops transfers between devices")
                    .cites(iommu)
                    .cites(acs)
                    .cites(warned)
                    .explains(
                            "rdma-completion-error",
                            "cuda-error",
                            "rdma-retry-exceeded",
                            "remote-rank-crashed",
                            "iommu-without-passthrough");
        else if (!wrong.isEmpty() && gdr)
            verdict.likely(
                            wrong,
                            "transfers between NIC and GPU memory fail: something on the PCIe way (ACS, IOMMU) disturbs them")
                    .cites(clues.of("nccl-channel-gdr"))
                    .cites(acs)
                    .cites(iommu)
                    .explains(
                            "rdma-retry-exceeded",
                            "remote-rank-crashed",
                            "iommu-without-passthrough");
        else if (clues.has("p2p-broken"))
            verdict.likely(
                            clues.of("p2p-broken"),
                            "what one GPU writes to another does not arrive: ACS or the IOMMU on the way")
                    .cites(acs)
                    .cites(iommu)
                    .explains("iommu-without-passthrough");
        else if ((!acs.isEmpty() || (!iommu.isEmpty() && !pass))
                && (p2p || gdr)
                && !measured
                && clues.lacks("nccl-wc-shm", "cuda-oom", "nccl-duplicate-gpu"))
            verdict.likely(
                            acs,
                            "PCIe peer-to-peer is in use while "
                                    + (acs.isEmpty()
                                            ? "the IOMMU translates it"
                                            : "ACS redirects it"))
                    .cites(iommu)
                    .cites(clues.of("nccl-channel-p2p"))
                    .cites(clues.of("topo-gpu-row"))
                    .explains(
                            "iommu-without-passthrough",
                            "collective-desync-straggler",
                            "rdma-retry-exceeded");
    }
}
