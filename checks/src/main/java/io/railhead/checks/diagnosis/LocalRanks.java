package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.OptionalLong;

/// nccl-tests numbers the processes of a node by the node's name, so that on a second machine of
/// the same name they get the numbers after those of the first, and there are no such GPUs.
final class LocalRanks {
    private LocalRanks() {}

    static void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("test-ordinal-invalid");
        List<LogEvent> launched = clues.of("launched-nodes");
        if (failed.isEmpty() || launched.isEmpty()) return;
        if (failed.stream().map(e -> e.get("name")).distinct().count() > 1) return;
        String name = failed.getFirst().get("name");
        boolean beyond =
                failed.stream()
                        .allMatch(
                                e ->
                                        Clues.number(e, "rank").orElse(-1)
                                                >= first(launched.getFirst().get("nodes"))
                                                        .orElse(Long.MAX_VALUE));
        if (!beyond && !name.equals("localhost")) return;
        verdict.likely(
                        failed,
                        "all processes say that they run on %s, though several nodes were named: the second's are counted after the first's"
                                .formatted(name))
                .cites(launched)
                .fix(
                        "Give every node its own name, and see what each says:\n"
                                + "  hostnamectl set-hostname gpu02\n"
                                + "  mpirun -H NODES hostname")
                .explains("cuda-error", "duplicate-gpu", "remote-rank-crashed");
    }

    /// Processes on the first node of `A:8,B:8`.
    private static OptionalLong first(String nodes) {
        String slots = nodes.replaceAll(",.*", "").replaceAll("^[^:]*:?", "");
        return slots.matches("\\d{1,6}")
                ? OptionalLong.of(Long.parseLong(slots))
                : OptionalLong.empty();
    }
}
