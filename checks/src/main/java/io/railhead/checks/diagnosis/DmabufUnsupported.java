package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// GPU memory cannot be registered by DMA-BUF.
@AutoService(Cause.class)
public final class DmabufUnsupported implements Cause {
    @Override
    public String code() {
        return "dmabuf-unsupported";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("reg-dmabuf-failed");
        if (!said.isEmpty())
            verdict.certain(said, "GPU memory could not be registered by DMA-BUF")
                    .cites(clues.of("reg-mr-failed"))
                    .explains("memlock-limit", "remote-rank-crashed", "peermem-not-loaded");
    }
}
