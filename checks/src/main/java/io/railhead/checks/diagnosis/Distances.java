package io.railhead.checks.diagnosis;

import io.railhead.model.fact.GpuTopology;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// How far GPUs and NICs are apart.
final class Distances {
    /// Near enough for GPUDirect RDMA by default (NCCL_NET_GDR_LEVEL, NCCL 2.4 and later).
    private static final Set<String> NEAR = Set.of("PIX", "PXB", "X");

    private Distances() {}

    /// What the matrix has where each GPU's row meets the NICs' columns, however it heads them.
    static Map<String, Set<String>> toNics(GpuTopology t) {
        Map<String, Set<String>> cells = new TreeMap<>();
        t.links()
                .forEach(
                        (row, to) -> {
                            if (!row.startsWith("GPU")) return;
                            to.forEach(
                                    (column, cell) -> {
                                        if (!column.startsWith("GPU"))
                                            cells.computeIfAbsent(row, r -> new TreeSet<>())
                                                    .add(cell);
                                    });
                        });
        return cells;
    }

    /// The same of all its GPUs together.
    static Set<String> gpuToNic(GpuTopology t) {
        Set<String> cells = new TreeSet<>();
        toNics(t).values().forEach(cells::addAll);
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
        clues.all(GpuTopology.class).forEach(t -> cells.addAll(gpuToNic(t)));
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
