package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Two ranks use one GPU.
@AutoService(Cause.class)
public final class DuplicateGpu implements Cause {
    @Override
    public String code() {
        return "duplicate-gpu";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("nccl-duplicate-gpu");
        if (said.isEmpty()) {
            // nccl-tests list who runs on what. Old ones print the bus alone, which is 00 for every
            // GPU of a virtual machine that has a PCI domain for each.
            Clues.grouped(
                            clues.where(
                                    "nccl-tests-device", e -> !e.get("bus").matches("(?:0x)?00")),
                            e ->
                                    String.join(
                                            " ",
                                            e.source().document(),
                                            e.get("node"),
                                            e.get("device"),
                                            e.get("bus")))
                    .values()
                    .stream()
                    .filter(of -> of.stream().map(e -> e.get("rank")).distinct().count() > 1)
                    .findFirst()
                    .ifPresent(of -> verdict.certain(of, "two ranks use the same GPU"));
            List<LogEvent> busy = clues.of("gpu-busy-exclusive");
            if (!busy.isEmpty()) {
                verdict.possible(
                        busy,
                        "a GPU that only one process may use is taken: by another rank, or another job");
            }
        }
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            said.getFirst()
                                            .value("a")
                                            .map(
                                                    a ->
                                                            "ranks "
                                                                    + a
                                                                    + " and "
                                                                    + said.getFirst().get("b"))
                                            .orElse("several ranks")
                                    + " use the same GPU")
                    .explains("cuda-error", "remote-rank-crashed", "gpu-out-of-memory");
    }
}
