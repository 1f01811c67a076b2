package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// NVLinks of a GPU are inactive.
@AutoService(Cause.class)
public final class NvlinkDown implements Cause {
    @Override
    public String code() {
        return "nvlink-inactive";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nvlink-inactive");
        List<LogEvent> apart = clues.of("nvlink-p2p-off");
        if (said.isEmpty() && !apart.isEmpty())
            verdict.likely(
                            apart,
                            "GPUs that NVLink joins cannot reach each other over it: a hardware fault, says NCCL")
                    .explains("remote-rank-crashed");
        // What was never joined is not down.
        if (isOfBareCard(clues) && isUnbridged(clues)) return;
        if (isOfBareCard(clues))
            verdict.possible(
                            said,
                            "DCGM counts NVLinks of a PCIe card as down: without a bridge between cards that is no fault")
                    .warning()
                    .cites(clues.where("gpu-heading", e -> e.get("model").contains("PCIe")))
                    .cites(clues.of("dcgm-fail"));
        else if (!said.isEmpty())
            verdict.certain(
                    said,
                    said.size()
                            + " NVLinks are inactive"
                            + said.getFirst().value("gpu").map(g -> " on GPU " + g).orElse(""));
    }

    /// Whether the matrix of all GPUs has no NVLink, and nothing else tells of a failure.
    private static boolean isUnbridged(Clues clues) {
        List<GpuTopology> all = clues.all(GpuTopology.class);
        return !all.isEmpty()
                && all.stream().noneMatch(Distances::hasNvlink)
                && clues.lacks("dcgm-fail", "cuda-nvlink", "xid");
    }

    /// DCGM counts the links that a card could have; a PCIe card has them only with a bridge.
    static boolean isOfBareCard(Clues clues) {
        List<LogEvent> said = clues.of("nvlink-inactive");
        return !said.isEmpty()
                && said.stream().allMatch(e -> e.text().contains("currently down"))
                && !clues.where("gpu-heading", e -> e.get("model").contains("PCIe")).isEmpty();
    }
}
