package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Connection matrix (`nvidia-smi topo -m`).
///
/// @param links row to column to `PIX`, `PXB`, `PHB`, `NODE`, `SYS`, `NV18`
/// @param gpuNumaId NUMA node of the GPU's own memory, where it has one
/// @param nicNames `NIC0` to `mlx5_0`
public record GpuTopology(
        int gpus,
        int nics,
        Map<String, Map<String, String>> links,
        Map<String, String> cpuAffinity,
        Map<String, Integer> numaAffinity,
        Map<String, Integer> gpuNumaId,
        Map<String, String> nicNames,
        Source source)
        implements Fact {
    public GpuTopology {
        links = Ordered.copy(links);
        cpuAffinity = Ordered.copy(cpuAffinity);
        numaAffinity = Ordered.copy(numaAffinity);
        gpuNumaId = Ordered.copy(gpuNumaId);
        nicNames = Ordered.copy(nicNames);
    }
}
