package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// NIC and GPU are too far apart for GPUDirect.
@AutoService(Cause.class)
public final class GdrDistance implements Cause {
    @Override
    public String code() {
        return "gdr-disabled-by-topology";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-gdr-distance");
        if (said.isEmpty()) {
            apart(clues, verdict);
            if (clues.of("nccl-channel-staged").isEmpty()) sockets(clues, verdict);
            return;
        }
        verdict.certain(
                        said,
                        "GPU and NIC are at distance "
                                + said.getFirst().get("distance")
                                + ", GPUDirect RDMA is allowed up to "
                                + said.getFirst().get("limit"))
                .warning()
                .cites(clues.of("topo-gpu-row"))
                .cites(clues.of("nccl-channel-staged"));
    }

    /// GPUs of which no NIC is on the same socket. NCCL reaches another GPU's NIC over NVLink (PXN,
    /// 2.12 and later), so that it is a fault only where no GPU has one.
    private static void sockets(Clues clues, Verdict verdict) {
        if (clues.has("nccl-channel-gdr")) return;
        for (GpuTopology t : clues.all(GpuTopology.class)) {
            Map<String, Set<String>> cells = Distances.toNics(t);
            List<String> far =
                    cells.entrySet().stream()
                            .filter(e -> e.getValue().equals(Set.of("SYS")))
                            .map(Map.Entry::getKey)
                            .toList();
            if (far.isEmpty()) continue;
            boolean all = far.size() == cells.size();
            Suspicion s =
                    verdict.possible(
                                    List.of(),
                                    (all
                                                    ? "every NIC is"
                                                    : "of "
                                                            + String.join(", ", far)
                                                            + " every NIC is")
                                            + " on the other socket (SYS): NCCL uses GPUDirect RDMA"
                                            + " up to PXB only, unless NCCL_NET_GDR_LEVEL says"
                                            + " otherwise"
                                            + (all
                                                    ? ""
                                                    : "; with NVLink it goes over another GPU"
                                                            + " instead (PXN)"))
                            .cites(t)
                            .cites(clues.where("topo-gpu-row", e -> far.contains(e.get("row"))));
            if (all) s.warning();
            else s.info();
        }
    }

    /// No GPU has a NIC behind its own PCIe switch, and NCCL takes the way through the host's
    /// memory: what it does beyond PXB unless NCCL_NET_GDR_LEVEL says otherwise.
    private static void apart(Clues clues, Verdict verdict) {
        List<LogEvent> staged = clues.of("nccl-channel-staged");
        if (staged.isEmpty()
                || clues.has(
                        "nccl-channel-gdr",
                        "peermem-absent",
                        "peermem-absent-said",
                        "reg-dmabuf-failed")) return;
        // Said of an HCA it is that the kernel cannot, whatever the distance.
        if (!clues.where("nccl-gdr-disabled", e -> !e.get("hca").isEmpty()).isEmpty()) return;
        for (GpuTopology t : clues.all(GpuTopology.class)) {
            Set<String> cells = Distances.gpuToNic(t);
            if (cells.isEmpty() || cells.contains("PIX") || cells.contains("PXB")) continue;
            verdict.likely(
                            staged,
                            "no NIC is near a GPU (%s), so that NCCL goes through the host's memory"
                                    .formatted(String.join(", ", cells)))
                    .warning()
                    .cites(clues.of("nccl-nic-distance"))
                    .cites(t)
                    .cites(clues.of("topo-gpu-row"));
            return;
        }
        byLog(clues, verdict, staged);
    }

    /// NCCL's own log says how far each GPU is from each NIC, and none is near.
    private static void byLog(Clues clues, Verdict verdict, List<LogEvent> staged) {
        List<LogEvent> told = clues.of("nccl-nic-distance");
        boolean near =
                told.stream().anyMatch(e -> e.get("cells").matches("(?s).*\\b(?:PIX|PXB)\\b.*"));
        // A matrix beside it has the last word.
        if (told.isEmpty() || near || !clues.all(GpuTopology.class).isEmpty()) return;
        verdict.likely(
                        told,
                        "no NIC is near a GPU (%s), so that NCCL goes through the host's memory"
                                .formatted(told.getFirst().get("cells")))
                .warning()
                .cites(staged);
    }
}
