package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The limit of locked memory is lifted, and the device has no room for another queue all the same.
@AutoService(Cause.class)
public final class QueuesExhausted implements Cause {
    @Override
    public String code() {
        return "rdma-resources-exhausted";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("create-cq-failed", "create-qp-failed");
        List<LogEvent> raised = new ArrayList<>(clues.of("memlock-raised"));
        raised.addAll(
                clues.where(
                        "memlock-set",
                        e -> (e.get("kbytes") + e.get("bytes")).matches("unlimited|infinity")));
        boolean limited =
                !clues.where("memlock-set", e -> (e.get("kbytes") + e.get("bytes")).matches("\\d+"))
                        .isEmpty();
        boolean noCma = !clues.where("cma-total", "kb", "0").isEmpty();
        if (failed.isEmpty() || limited || noCma || clues.has("efa-device")) return;
        boolean lifted =
                raised.stream().anyMatch(e -> e.kind().equals("memlock-set"))
                        || isRaisedBefore(clues, failed);
        if (lifted)
            verdict.likely(
                            failed,
                            "a queue could not be made although memory may be locked without limit")
                    .cites(raised)
                    .explains("remote-rank-crashed", "nccl-connect-failed");
    }

    /// Whether the limit was lifted by the command that then failed: one that is lifted after a
    /// failure is its mend.
    static boolean isRaisedBefore(Clues clues, List<LogEvent> failed) {
        return failed.stream()
                .allMatch(
                        f ->
                                clues.of("memlock-raised").stream()
                                        .anyMatch(
                                                r ->
                                                        r.source()
                                                                        .document()
                                                                        .equals(
                                                                                f.source()
                                                                                        .document())
                                                                && r.source().firstLine()
                                                                        < f.source().firstLine()));
    }
}
