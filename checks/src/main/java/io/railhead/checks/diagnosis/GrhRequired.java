package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The port needs a GRH and the tool was given no GID index.
@AutoService(Cause.class)
public final class GrhRequired implements Cause {
    @Override
    public String code() {
        return "grh-required-gid-missing";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("grh-required");
        List<LogEvent> failed =
                clues.where(
                        "perftest-failed",
                        e ->
                                (e.text().contains("modify QP") || e.text().contains("create AH"))
                                        && !e.text().contains("timed out"));
        boolean ethernet =
                !clues.where("perftest-layer", "layer", "Ethernet").isEmpty()
                        || !clues.where("port-layer", "layer", "Ethernet").isEmpty()
                        || !clues.where("rdma-link", e -> e.value("if").isPresent()).isEmpty();
        if (!said.isEmpty()) {
            verdict.certain(said, "the port needs a global route header and no GID index was given")
                    .cites(failed)
                    .explains("rdma-retry-exceeded", "rdma-port-down");
        } else if (!failed.isEmpty() && !clues.of("pingpong-address").isEmpty()) {
            verdict.certain(
                            failed,
                            "a RoCE port has no LID, and no GID was given: the queue pair has no address to go to")
                    .cites(clues.of("pingpong-address"))
                    .explains("rdma-port-down");
        } else if (!failed.isEmpty()
                && ethernet
                && clues.lacks("perftest-gid-index", "nccl-modify-qp")) {
            verdict.likely(
                            failed,
                            "the queue pair of a RoCE port could not be connected without a GID index")
                    .cites(clues.of("port-layer"));
        } else if (!failed.isEmpty() && clues.lacks("nccl-modify-qp")) {
            // The same test with an index runs: a port of virtualised InfiniBand wants one, too.
            List<LogEvent> index = clues.of("perftest-gid-index");
            List<LogEvent> runs =
                    clues.where("perftest-row", r -> index.stream().anyMatch(i -> isAfter(r, i)));
            if (!runs.isEmpty() && index.stream().noneMatch(i -> isOf(i, failed))) {
                verdict.likely(
                                failed,
                                "without a GID index the queue pair is refused, with one the same"
                                        + " test runs")
                        .cites(index)
                        .cites(runs)
                        .explains("rdma-retry-exceeded", "rdma-port-down");
            }
        }
    }

    private static boolean isAfter(LogEvent later, LogEvent earlier) {
        return later.source().document().equals(earlier.source().document())
                && later.source().firstLine() > earlier.source().firstLine();
    }

    /// Whether the index belongs to a run that failed: it stands before the failure, at most a
    /// banner of perftest away.
    private static boolean isOf(LogEvent index, List<LogEvent> failed) {
        return failed.stream()
                .anyMatch(
                        f ->
                                isAfter(f, index)
                                        && f.source().firstLine() - index.source().firstLine()
                                                < 25);
    }
}
