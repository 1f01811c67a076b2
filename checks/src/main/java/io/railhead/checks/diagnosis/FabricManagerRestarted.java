package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.regex.Pattern;

/// The Fabric Manager was restarted under running processes.
@AutoService(Cause.class)
public final class FabricManagerRestarted implements Cause {
    private static final Pattern STOP = Pattern.compile("(?i)\\bstopp(?:ed|ing)\\b|\\brestart");
    private static final Pattern START =
            Pattern.compile("(?i)\\bstart(?:ed|ing)\\b|\\brestarted\\b");

    @Override
    public String code() {
        return "fabric-manager-restarted";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> nvls = clues.of("nccl-nvls-failed");
        List<LogEvent> told = clues.of("fabricmanager-restarted");
        if (!nvls.isEmpty())
            (told.isEmpty()
                            ? verdict.likely(
                                    nvls,
                                    "NVLink multicast (NVLS) could not be set up: the fabric's state is not that of the processes, as after a restart of the Fabric Manager")
                            : verdict.certain(
                                    nvls,
                                    "NVLink multicast (NVLS) fails since the Fabric Manager was restarted"))
                    .cites(told)
                    .explains("remote-rank-crashed", "fabric-manager-not-running");
        else underJob(clues, told, verdict);
    }

    /// It was stopped and started again, and a program's work on a GPU failed.
    private static void underJob(Clues clues, List<LogEvent> told, Verdict verdict) {
        List<LogEvent> stops = told.stream().filter(e -> STOP.matcher(e.text()).find()).toList();
        boolean again =
                told.stream()
                        .anyMatch(
                                e ->
                                        START.matcher(e.text()).find()
                                                && stops.stream()
                                                        .anyMatch(
                                                                s ->
                                                                        s.source()
                                                                                        .document()
                                                                                        .equals(
                                                                                                e.source()
                                                                                                        .document())
                                                                                && s.source()
                                                                                                .firstLine()
                                                                                        <= e
                                                                                                .last()));
        List<LogEvent> failed =
                clues.of("error-cuda", "cuda-nvlink", "cuda-illegal-access", "watchdog-timeout");
        if (stops.isEmpty() || !again || failed.isEmpty()) return;
        verdict.likely(stops, "the Fabric Manager was restarted while programs used the GPUs")
                .cites(told)
                .cites(failed)
                .explains(
                        "remote-rank-crashed",
                        "fabric-manager-not-running",
                        "cuda-error",
                        "collective-desync-straggler",
                        "xid-reported");
    }
}
