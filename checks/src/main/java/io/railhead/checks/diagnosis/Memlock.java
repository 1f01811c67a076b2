package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/// The locked-memory limit is too small for RDMA.
@AutoService(Cause.class)
public final class Memlock implements Cause {
    @Override
    public String code() {
        return "memlock-limit";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = new ArrayList<>(clues.of("create-cq-failed", "create-qp-failed"));
        failed.addAll(
                clues.where(
                        "reg-mr-failed",
                        e ->
                                !Clues.is(
                                        e,
                                        "error",
                                        "Bad address",
                                        "Invalid argument",
                                        "Operation not permitted")));
        failed.addAll(clues.of("memlock-complaint"));
        List<LogEvent> limits =
                clues.of("memlock-set").stream()
                        .filter(
                                e ->
                                        !(e.get("kbytes") + e.get("bytes"))
                                                .toLowerCase(Locale.ROOT)
                                                .matches("unlimited|infinity"))
                        .toList();
        boolean unlimited =
                !clues.where(
                                "memlock-set",
                                e ->
                                        (e.get("kbytes") + e.get("bytes"))
                                                .toLowerCase(Locale.ROOT)
                                                .matches("unlimited|infinity"))
                        .isEmpty();
        Set<String> hurt = new TreeSet<>(failed.stream().map(clues::who).toList());
        Set<String> told = new TreeSet<>(limits.stream().map(clues::who).toList());
        // A limit of a host where nothing failed says nothing of one where something did.
        if (told.stream().anyMatch(hurt::contains))
            limits = limits.stream().filter(e -> hurt.contains(clues.who(e))).toList();
        // An EFA has queue pairs of its own kind: RC, and UD of old tools, it refuses at once.
        if (clues.has("efa-device"))
            failed.removeIf(
                    e ->
                            e.kind().equals("create-qp-failed")
                                    && e.text().strip().equals("Unable to create QP."));
        boolean noCma = !clues.where("cma-total", "kb", "0").isEmpty();
        if (failed.isEmpty() || noCma || (limits.isEmpty() && unlimited)) return;
        if (limits.isEmpty() && QueuesExhausted.isRaisedBefore(clues, failed)) return;
        // GPU memory that cannot be registered is another matter than the limit.
        boolean gpu =
                clues.has("perftest-gpu", "peermem-load-failed", "reg-dmabuf-failed")
                        && failed.stream()
                                .noneMatch(e -> e.text().contains("Cannot allocate memory"));
        if (gpu && limits.isEmpty()) return;
        (limits.isEmpty()
                        ? verdict.likely(failed, "memory could not be locked for RDMA")
                        : verdict.certain(
                                failed,
                                "memory could not be locked for RDMA: the limit is "
                                        + (limits.getFirst().get("kbytes").isEmpty()
                                                ? limits.getFirst().get("bytes") + " bytes"
                                                : limits.getFirst().get("kbytes") + " KiB")))
                .cites(limits)
                .explains(
                        "remote-rank-crashed",
                        "nccl-connect-failed",
                        "hca-set-differs-between-nodes");
    }
}
