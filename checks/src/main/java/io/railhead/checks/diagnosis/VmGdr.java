package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// In a VM, GPUDirect needs ACS direct translation and ATS.
@AutoService(Cause.class)
public final class VmGdr implements Cause {
    @Override
    public String code() {
        return "vm-gdr-needs-acs-ats";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> vm = clues.of("vm-guest", "vfio-bound", "hypervisor");
        List<LogEvent> wrong = clues.where("nccl-completion", "status", "4", "10", "11");
        // Redirected to the root complex, what the device has translated is sent back unread.
        List<LogEvent> indirect = clues.of("acs-no-direct");
        List<LogEvent> ats = new ArrayList<>(clues.of("ats-off"));
        ats.addAll(
                clues.where(
                        "mlxconfig-row",
                        e ->
                                Clues.is(e, "name", "ATS_ENABLED")
                                        && DcbxConflict.inForce(e).startsWith("False")));
        boolean gdr =
                clues.has(
                        "nccl-channel-gdr",
                        "peermem-module",
                        "nccl-gdr-disabled",
                        "nccl-gdr-distance");
        boolean hurt =
                clues.has("nccl-gdr-disabled", "nccl-gdr-distance")
                        || !wrong.isEmpty()
                        || !indirect.isEmpty()
                        || clues.lacks("progress");
        if (ats.isEmpty() && !hurt) return;
        if (!vm.isEmpty() && (gdr || !ats.isEmpty()))
            (ats.isEmpty()
                            ? !indirect.isEmpty()
                                    ? verdict.likely(
                                                    indirect,
                                                    "a switch port above a device of a virtual machine sends peer-to-peer transfers up (ACS without DirectTrans)")
                                            .cites(vm)
                                    : wrong.isEmpty()
                                            ? verdict.possible(vm, "GPUDirect in a virtual machine")
                                            : verdict.likely(
                                                            vm,
                                                            "transfers to GPU memory fail in a virtual machine")
                                                    .cites(wrong)
                            : verdict.certain(
                                            ats,
                                            "GPUDirect in a virtual machine without address translation in the device (ATS)")
                                    .cites(vm))
                    .cites(clues.of("nccl-gdr-disabled", "acs-off", "acs-redirect"))
                    .explains("acs-iommu-breaks-p2p", "rdma-completion-error");
        else if (!ats.isEmpty() && gdr)
            verdict.possible(ats, "the device does not translate addresses itself (ATS is off)")
                    .warning();
    }
}
