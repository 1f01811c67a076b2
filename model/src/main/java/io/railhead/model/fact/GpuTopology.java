package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Map;

/// Connection matrix (`nvidia-smi topo -m`).
///
/// @param links row to column to `PIX`, `PXB`, `PHB`, `NODE`, `SYS`, `NV18`
/// @param nicNames `NIC0` to `mlx5_0`
public record GpuTopology(
        int gpus,
        int nics,
        Map<String, Map<String, String>> links,
        Map<String, String> cpuAffinity,
        Map<String, Integer> numaAffinity,
        Map<String, String> nicNames,
        Source source)
        implements Fact {
    public GpuTopology {
        links = Map.copyOf(links);
        cpuAffinity = Map.copyOf(cpuAffinity);
        numaAffinity = Map.copyOf(numaAffinity);
        nicNames = Map.copyOf(nicNames);
    }
}
