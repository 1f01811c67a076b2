package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Persistence mode is off and the driver starts anew for each client.
@AutoService(Cause.class)
public final class ContainerStartTimeout implements Cause {
    @Override
    public String code() {
        return "gpu-persistence-off";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> slow = clues.of("container-gpu-timeout");
        List<LogEvent> off = clues.of("gpu-persistence-off");
        if (!slow.isEmpty())
            (off.isEmpty()
                            ? verdict.likely(
                                    slow,
                                    "the driver takes longer to start than the container runtime waits")
                            : verdict.certain(
                                    slow,
                                    "persistence mode is off, and starting the driver takes longer than the container runtime waits"))
                    .cites(off);
    }
}
