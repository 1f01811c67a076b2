package io.railhead.checks.diagnosis;

import io.railhead.model.fact.GpuTopology;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// How far GPUs and NICs are apart.
final class Distances {
    /// Near enough for GPUDirect RDMA by default (NCCL_NET_GDR_LEVEL, NCCL 2.4 and later).
    private static final Set<String> NEAR = Set.of("PIX", "PXB", "X");

    private Distances() {}

    /// What the matrix has where a GPU's row meets a NIC's column, however it heads the column.
    static Set<String> gpuToNic(GpuTopology t) {
        Set<String> cells = new TreeSet<>();
        t.links()
                .forEach(
                        (row, to) -> {
                            if (!row.startsWith("GPU")) return;
                            to.forEach(
                                    (column, cell) -> {
                                        if (!column.startsWith("GPU")) cells.add(cell);
                                    });
                        });
        return cells;
    }

    /// Whether the matrix has an NVLink between GPUs.
    static boolean hasNvlink(GpuTopology t) {
        return t.links().values().stream()
                .flatMap(to -> to.values().stream())
                .anyMatch(cell -> cell.startsWith("NV"));
    }

    /// What to say beside a module that is missing where no GPU is near a NIC: the module alone
    /// would not turn GPUDirect RDMA on. Empty where one is near, or nothing tells.
    static String farAnyway(Clues clues) {
        Set<String> cells = new TreeSet<>();
        List<GpuTopology> all = clues.all(GpuTopology.class);
        for (GpuTopology t : all) {
            t.links()
                    .forEach(
                            (row, links) -> {
                                if (!row.startsWith("GPU")) return;
                                t.nicNames()
                                        .keySet()
                                        .forEach(nic -> cells.add(links.getOrDefault(nic, "")));
                            });
        }
        cells.remove("");
        if (cells.isEmpty() || cells.stream().anyMatch(NEAR::contains)) return "";
        return "Neither nvidia_peermem nor dma-buf is in use. Besides, nvidia-smi topo -m has no GPU"
                + " near a NIC ("
                + String.join(", ", cells)
                + "): NCCL uses GPUDirect RDMA up to PXB only, so that copies over host memory and"
                + " between sockets would stay with the module loaded; look at the slots before"
                + " buying cards.";
    }
}
