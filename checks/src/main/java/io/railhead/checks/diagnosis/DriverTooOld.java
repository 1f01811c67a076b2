package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The driver is older than the CUDA runtime needs.
@AutoService(Cause.class)
public final class DriverTooOld implements Cause {
    @Override
    public String code() {
        return "cuda-driver-too-old";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("cuda-driver-old");
        if (!said.isEmpty())
            verdict.certain(said, "the driver is older than the program's CUDA runtime needs")
                    .cites(clues.of("driver-version"))
                    .cites(clues.of("package-nvidia"))
                    .explains("cuda-error", "remote-rank-crashed");
    }
}
