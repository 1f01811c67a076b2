package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Horovod was not built, so that what ran is something else.
@AutoService(Cause.class)
public final class HorovodNotBuilt implements Cause {
    @Override
    public String code() {
        return "horovod-not-built";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("horovod-build-failed");
        if (failed.isEmpty() || clues.has("horovod-built")) return;
        List<LogEvent> instead = clues.of("torch-distributed");
        verdict.certain(
                        failed,
                        instead.isEmpty()
                                ? "Horovod is not there: its build failed"
                                : "Horovod was not built: the job ran by torch.distributed, whose"
                                        + " figures these are")
                .cites(instead)
                .cites(clues.of("build-missing"))
                .warning();
    }
}
