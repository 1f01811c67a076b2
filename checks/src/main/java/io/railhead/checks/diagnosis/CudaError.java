package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.checks.diagnosis.Meanings.Meaning;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// CUDA returned an error that has no finding of its own: what it means stands in a table.
@AutoService(Cause.class)
public final class CudaError implements Cause {
    @Override
    public String code() {
        return "cuda-error";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<Meaning, List<LogEvent>> found = new LinkedHashMap<>();
        for (LogEvent e :
                clues.of(
                        "error-cuda",
                        "cuda-illegal-access",
                        "gpu-busy-exclusive",
                        "cuda-no-device",
                        "gpu-count-short")) {
            meaning(e).ifPresent(m -> found.computeIfAbsent(m, k -> new ArrayList<>()).add(e));
        }
        if (found.isEmpty()) return;
        List<LogEvent> proofs = found.values().stream().flatMap(List::stream).toList();
        boolean others =
                clues.has("watchdog-timeout", "closed-by-peer", "nccl-remote-error")
                        && proofs.stream().noneMatch(e -> e.get("rank").isEmpty())
                        && proofs.stream().map(e -> e.get("rank")).distinct().count() == 1;
        Suspicion s =
                verdict.possible(
                                proofs,
                                "CUDA failed with "
                                        + found.keySet().stream()
                                                .map(CudaError::called)
                                                .collect(Collectors.joining("; ")))
                        .because(
                                found.keySet().stream()
                                        .map(Meaning::meaning)
                                        .distinct()
                                        .collect(Collectors.joining("; ")))
                        .fix(
                                found.keySet().stream()
                                        .map(
                                                m ->
                                                        (found.size() > 1 ? m.name() + ": " : "")
                                                                + m.remedy())
                                        .distinct()
                                        .collect(Collectors.joining("\n")))
                        .explains("collective-desync-straggler");
        if (!others) s.explains("remote-rank-crashed");
    }

    private static String called(Meaning m) {
        return m.number() > 0 ? m.name() + " (" + m.number() + ")" : m.name();
    }

    private static Optional<Meaning> meaning(LogEvent e) {
        return Meanings.ofCuda(
                switch (e.kind()) {
                    case "cuda-illegal-access" -> "cudaErrorIllegalAddress";
                    case "gpu-busy-exclusive" -> "cudaErrorDevicesUnavailable";
                    case "cuda-no-device" -> "cudaErrorNoDevice";
                    case "gpu-count-short" -> "cudaErrorInvalidDevice";
                    default -> e.get("name").isEmpty() ? e.get("message") : e.get("name");
                });
    }
}
