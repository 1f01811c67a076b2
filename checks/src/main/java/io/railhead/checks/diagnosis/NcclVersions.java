package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Ranks run different NCCL versions or settings.
@AutoService(Cause.class)
public final class NcclVersions implements Cause {
    @Override
    public String code() {
        return "nccl-version-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-version-mismatch");
        Map<String, List<LogEvent>> versions =
                Clues.grouped(clues.of("nccl-version"), e -> e.get("version"));
        Set<String> hosts =
                new TreeSet<>(clues.of("nccl-version").stream().map(clues::who).toList());
        List<LogEvent> cut = clues.of("nccl-message-truncated");
        // Two runs of the same hosts, before and after an upgrade, are no mismatch.
        Set<Set<String>> sets = new HashSet<>();
        clues.byHost("nccl-version")
                .values()
                .forEach(
                        l ->
                                sets.add(
                                        new TreeSet<>(
                                                l.stream().map(e -> e.get("version")).toList())));
        List<LogEvent> all = versions.values().stream().map(List::getFirst).toList();
        if (!said.isEmpty())
            verdict.certain(said, "ranks run different NCCL versions")
                    .cites(all)
                    .explains(
                            "rdma-completion-error",
                            "remote-rank-crashed",
                            "nccl-connect-failed",
                            "collective-shape-mismatch");
        else if (versions.size() > 1 && hosts.size() > 1 && sets.size() > 1)
            verdict.certain(cut, "ranks run NCCL " + String.join(" and ", versions.keySet()))
                    .cites(all)
                    .cites(clues.of("env"))
                    .explains(
                            "remote-rank-crashed",
                            "nccl-connect-failed",
                            "collective-shape-mismatch",
                            "collective-desync-straggler",
                            "hca-set-differs-between-nodes");
        else if (!cut.isEmpty())
            verdict.likely(
                            cut,
                            "a peer sent a message of another size than expected: other NCCL version, other NCCL settings, or another collective")
                    .cites(clues.of("env"))
                    .explains("remote-rank-crashed");
    }
}
