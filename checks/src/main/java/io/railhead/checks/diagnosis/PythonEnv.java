package io.railhead.checks.diagnosis;

import static java.util.Locale.ROOT;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// Processes run another Python environment than the one that was set up.
@AutoService(Cause.class)
public final class PythonEnv implements Cause {
    @Override
    public String code() {
        return "python-env-differs";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> missing = clues.of("python-module-missing");
        versions(clues, missing, verdict);
        if (missing.isEmpty()) return;
        List<LogEvent> nowhere =
                missing.stream().filter(e -> e.value("interpreter").isPresent()).toList();
        if (!nowhere.isEmpty()) {
            verdict.certain(
                            nowhere,
                            "a node has no interpreter at "
                                    + nowhere.getFirst().get("interpreter")
                                    + ", the path that the launcher took from its own node")
                    .cites(clues.of("python-used"))
                    .explains("remote-rank-crashed", "collective-desync-straggler");
            return;
        }
        // Interpreters of several nodes were listed and are not the same.
        boolean differ =
                clues.of("python-used").stream()
                                .map(e -> e.get("which") + e.get("python"))
                                .filter(p -> !p.isEmpty())
                                .distinct()
                                .count()
                        > 1;
        (differ
                        ? verdict.certain(
                                missing,
                                "nodes run different Python environments: "
                                        + (missing.getFirst().get("module")
                                                        + missing.getFirst().get("what"))
                                                .strip()
                                        + " is missing in one")
                        : verdict.likely(
                                missing,
                                "a module is missing or does not fit: "
                                        + (missing.getFirst().get("module")
                                                        + missing.getFirst().get("what"))
                                                .strip()))
                .cites(clues.of("python-used"))
                .explains("remote-rank-crashed", "collective-desync-straggler");
    }

    /// One package was asked for on several nodes, and they do not have the same version of it.
    private static void versions(Clues clues, List<LogEvent> missing, Verdict verdict) {
        // NCCL's own word for it comes before that of the packages it came in.
        boolean ncclTells =
                clues.of("nccl-version").stream().map(e -> e.get("version")).distinct().count() > 1;
        Map<String, List<LogEvent>> packages =
                Clues.grouped(
                        // Of one node that is not named, two versions are two times.
                        clues.where(
                                "python-package",
                                e ->
                                        e.value("node").isPresent()
                                                || !e.host().isEmpty() && !ncclTells),
                        e -> e.get("package").toLowerCase(ROOT));
        packages.forEach(
                (name, told) -> {
                    Map<String, List<LogEvent>> byVersion =
                            Clues.grouped(told, e -> e.get("version"));
                    boolean one =
                            told.stream()
                                            .map(e -> e.value("node").orElse(e.host()))
                                            .distinct()
                                            .count()
                                    < 2;
                    if (byVersion.size() < 2 || one) return;
                    verdict.certain(
                                    byVersion.values().stream().map(List::getFirst).toList(),
                                    "nodes run different versions of %s: %s"
                                            .formatted(name, String.join(", ", byVersion.keySet())))
                            .cites(missing)
                            .explains(
                                    "remote-rank-crashed",
                                    "collective-desync-straggler",
                                    "collective-shape-mismatch",
                                    "nccl-version-mismatch");
                });
    }
}
