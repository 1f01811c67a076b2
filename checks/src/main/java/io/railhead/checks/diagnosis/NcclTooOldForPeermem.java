package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// This NCCL does not know where nvidia-peermem tells of itself.
@AutoService(Cause.class)
public final class NcclTooOldForPeermem implements Cause {
    @Override
    public String code() {
        return "gdr-nccl-too-old-for-peermem";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> off = clues.where("nccl-gdr-disabled", e -> !e.get("hca").isEmpty());
        List<LogEvent> module = clues.of("peermem-module");
        List<LogEvent> versions =
                clues.of("nccl-version").stream()
                        .filter(v -> Signs.versionBelow(v.get("version"), 2, 23))
                        .toList();
        boolean nvidia = module.stream().anyMatch(e -> e.text().contains("nvidia"));
        List<LogEvent> staged = clues.of("nccl-channel-staged");
        boolean before =
                versions.stream().anyMatch(v -> Signs.versionBelow(v.get("version"), 2, 10));
        if (off.isEmpty()
                && !staged.isEmpty()
                && clues.lacks("nccl-channel-gdr")
                && nvidia
                && before)
            verdict.likely(
                            staged,
                            "nvidia_peermem is loaded, NCCL "
                                    + versions.getFirst().get("version")
                                    + " is older than it, and stages through host memory")
                    .cites(module)
                    .cites(versions)
                    .explains("gdr-disabled-by-topology", "peermem-not-loaded");
        if (!off.isEmpty() && nvidia && !versions.isEmpty())
            verdict.certain(
                            off,
                            "nvidia_peermem is loaded, and NCCL "
                                    + versions.getFirst().get("version")
                                    + " does not find it")
                    .cites(module)
                    .cites(versions)
                    .explains("gdr-disabled-by-topology", "peermem-not-loaded");
    }
}
