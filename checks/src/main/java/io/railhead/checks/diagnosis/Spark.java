package io.railhead.checks.diagnosis;

import io.railhead.checks.Nvidia;
import io.railhead.model.fact.LogEvent;
import io.railhead.model.fact.NcclTestRun;
import java.util.ArrayList;
import java.util.List;

/// DGX Spark (GB10): CPU and GPU share one memory, and GPUDirect RDMA is not supported.
final class Spark {
    private Spark() {}

    static boolean seen(Clues clues) {
        return clues.facts().machines().stream().anyMatch(m -> Nvidia.isSpark(clues.facts(), m))
                || clues.all(NcclTestRun.class).stream()
                        .anyMatch(
                                r -> r.devices().stream().anyMatch(d -> d.name().contains("GB10")));
    }

    /// No fault, and worth knowing: nothing has to be done about it.
    static void withoutGpuDirect(Clues clues, Verdict verdict) {
        List<LogEvent> off = new ArrayList<>(clues.of("peermem-load-failed"));
        off.addAll(clues.of("peermem-absent"));
        off.addAll(clues.where("nccl-gdr-disabled", e -> !e.get("hca").isEmpty()));
        if (off.isEmpty()) return;
        verdict.certain(
                        off,
                        "a DGX Spark has no GPUDirect RDMA, and nvidia-peermem does not load: as"
                                + " meant, and no loss")
                .info()
                .because(
                        "GB10's GPU and CPU share one memory: what the NIC writes to host memory is"
                                + " GPU memory already.")
                .fix("Nothing. NCCL_NET_GDR_LEVEL and the peer-memory modules can be left out.");
    }
}
