package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.checks.diagnosis.Meanings.Meaning;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// RDMA work completed with an error that has no finding of its own: what its status means stands
/// in a table.
@AutoService(Cause.class)
public final class CompletionError implements Cause {
    /// Retries used up, and receivers without buffers: other causes tell of them.
    private static final Set<Integer> OTHERS = Set.of(12, 13);

    /// What waits in a queue pair when it fails, or is closed, is flushed.
    private static final int FLUSHED = 5;

    private static final String[] KINDS = {
        "nccl-completion",
        "error-completion",
        "rdma-local-prot",
        "rdma-remote-access",
        "rdma-remote-op"
    };

    /// Completions with one of these statuses, whoever tells them.
    static List<LogEvent> of(Clues clues, Set<Integer> statuses) {
        return clues.of(KINDS).stream()
                .filter(e -> meaning(e).filter(m -> statuses.contains(m.number())).isPresent())
                .toList();
    }

    @Override
    public String code() {
        return "rdma-completion-error";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<Integer, Meaning> meanings = new LinkedHashMap<>();
        Map<Integer, List<LogEvent>> events = new LinkedHashMap<>();
        for (LogEvent e : clues.of(KINDS)) {
            Optional<Meaning> m = meaning(e);
            if (m.isEmpty() || OTHERS.contains(m.get().number())) continue;
            meanings.put(m.get().number(), m.get());
            events.computeIfAbsent(m.get().number(), k -> new ArrayList<>()).add(e);
        }
        List<LogEvent> flushed = events.getOrDefault(FLUSHED, List.of());
        Meaning flush = meanings.remove(FLUSHED);
        if (meanings.isEmpty()) {
            // Closing flushes as well; NCCL warns of it only while it still works.
            List<LogEvent> told =
                    flushed.stream().filter(e -> e.text().contains("NCCL WARN")).toList();
            if (told.isEmpty() || flush == null) return;
            verdict.possible(
                            told,
                            "RDMA work was thrown out of a queue pair that had failed before (status 5,"
                                    + " IBV_WC_WR_FLUSH_ERR); what failed it is not in what was read")
                    .warning()
                    .because(flush.meaning())
                    .fix(flush.remedy());
            return;
        }
        List<LogEvent> proofs =
                meanings.keySet().stream()
                        .flatMap(n -> events.getOrDefault(n, List.of()).stream())
                        .toList();
        verdict.likely(
                        proofs,
                        "RDMA work completed with "
                                + meanings.values().stream()
                                        .map(m -> "status %d, %s".formatted(m.number(), m.name()))
                                        .collect(Collectors.joining("; ")))
                .because(joined(meanings, Meaning::meaning, "; "))
                .fix(joined(meanings, Meaning::remedy, "\n"))
                .cites(flushed)
                .explains("remote-rank-crashed", "collective-desync-straggler");
    }

    private static String joined(
            Map<Integer, Meaning> all,
            java.util.function.Function<Meaning, String> part,
            String between) {
        return all.values().stream()
                .map(m -> all.size() == 1 ? part.apply(m) : m.name() + ": " + part.apply(m))
                .distinct()
                .collect(Collectors.joining(between));
    }

    private static Optional<Meaning> meaning(LogEvent e) {
        return switch (e.kind()) {
            case "rdma-local-prot" -> Meanings.ofCompletion("4");
            case "rdma-remote-access" -> Meanings.ofCompletion("10");
            case "rdma-remote-op" -> Meanings.ofCompletion("11");
            default -> {
                for (String name : List.of("status", "name", "message")) {
                    Optional<Meaning> m = Meanings.ofCompletion(e.get(name));
                    if (m.isPresent()) yield m;
                }
                yield Optional.empty();
            }
        };
    }
}
