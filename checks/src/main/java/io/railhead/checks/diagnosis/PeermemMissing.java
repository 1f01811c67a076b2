package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The module that lets NICs reach GPU memory is not loaded.
@AutoService(Cause.class)
public final class PeermemMissing implements Cause {
    @Override
    public String code() {
        return "peermem-not-loaded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        if (Spark.seen(clues)) {
            Spark.withoutGpuDirect(clues, verdict);
            return;
        }
        List<LogEvent> refused = clues.of("peermem-load-failed");
        List<LogEvent> absent = clues.of("peermem-absent");
        List<LogEvent> off = clues.where("nccl-gdr-disabled", e -> !e.get("hca").isEmpty());
        List<LogEvent> told = clues.of("peermem-absent-said");
        if (!told.isEmpty() && refused.isEmpty() && clues.lacks("peermem-module")) {
            verdict.certain(told, "the module that lets NICs reach GPU memory is not loaded")
                    .cites(absent)
                    .cites(off)
                    .cites(clues.of("reg-mr-failed"))
                    .explains("gdr-disabled-by-topology", "memlock-limit", "dmabuf-unsupported");
            return;
        }
        if (!refused.isEmpty()) {
            verdict.certain(
                            refused,
                            "nvidia_peermem cannot be loaded: it does not fit the RDMA modules that are installed")
                    .cites(off)
                    .cites(clues.of("reg-mr-failed", "nccl-channel-staged"))
                    .explains(
                            "rdma-completion-error",
                            "gdr-disabled-by-topology",
                            "memlock-limit",
                            "dmabuf-unsupported");
            return;
        }
        // A host that says itself that the module is not there.
        List<LogEvent> there =
                off.stream()
                        .filter(o -> absent.stream().anyMatch(a -> sameHost(clues, a, o)))
                        .toList();
        List<LogEvent> unregistered =
                clues.has("perftest-gpu")
                        ? clues.of("reg-mr-failed")
                        : clues.where("reg-mr-failed", "error", "Bad address", "14", "-14");
        if (!there.isEmpty() || (!absent.isEmpty() && !unregistered.isEmpty())) {
            verdict.certain(
                            there.isEmpty() ? unregistered : there,
                            "GPU memory cannot be reached by the NIC: nvidia_peermem is not among the loaded modules")
                    .cites(absent)
                    .cites(clues.of("nccl-gdr-enabled", "nccl-channel-staged"))
                    .explains("gdr-disabled-by-topology", "memlock-limit");
            return;
        }
        if (off.isEmpty() && OneEndStaged.look(clues, absent, verdict)) return;
        // EFAULT for memory of a GPU: nothing in the kernel knows its pages.
        List<LogEvent> strange = clues.where("reg-mr-failed", "error", "Bad address", "14", "-14");
        if (off.isEmpty()
                && clues.has("perftest-gpu")
                && !strange.isEmpty()
                && clues.lacks("peermem-module", "reg-dmabuf-failed", "vm-guest")) {
            verdict.likely(
                            strange,
                            "GPU memory could not be registered: the kernel does not know its pages, as without nvidia_peermem")
                    .explains("memlock-limit");
            return;
        }
        if (off.isEmpty() || clues.has("nccl-dmabuf-available", "vm-guest")) return;
        List<LogEvent> loaded = clues.of("peermem-module");
        if (!loaded.isEmpty()) {
            List<LogEvent> unknown = absent;
            String text = "NCCL turned GPUDirect RDMA off although nvidia_peermem is loaded";
            (unknown.isEmpty()
                            ? verdict.possible(off, text).warning()
                            : verdict.likely(
                                    off, text + ": it is not registered with the RDMA modules"))
                    .cites(loaded)
                    .cites(unknown)
                    .because(
                            "the module was built or loaded without the RDMA modules that run, or"
                                    + " the job sees another /sys than the shell (a container)")
                    .fix(
                            "`modprobe -r nvidia_peermem && modprobe nvidia_peermem` and look at"
                                    + " dmesg; reinstall the driver after the RDMA modules; with the"
                                    + " open kernel modules NCCL can use DMA-BUF instead")
                    .explains("gdr-disabled-by-topology");
            return;
        }
        List<LogEvent> modules = clues.of("lsmod-nvidia");
        (modules.isEmpty() && absent.isEmpty()
                        ? verdict.possible(off, "NCCL turned GPUDirect RDMA off for its HCAs")
                        : verdict.certain(
                                off,
                                "GPUDirect RDMA is off: nvidia_peermem is not among the loaded modules"))
                .cites(modules)
                .cites(absent)
                .because(Distances.farAnyway(clues))
                .cites(clues.of("nccl-channel-staged"))
                .explains("gdr-disabled-by-topology");
    }

    private static boolean sameHost(Clues clues, LogEvent a, LogEvent b) {
        String one = clues.who(a).replaceAll("\\..*", "");
        String other = clues.who(b).replaceAll("\\..*", "");
        return one.equals(other);
    }
}
