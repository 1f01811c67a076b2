package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.List;

/// The receiver had posted no buffers.
@AutoService(Cause.class)
public final class RnrRetry implements Cause {
    @Override
    public String code() {
        return "rnr-retry-exceeded";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = new ArrayList<>(clues.where("nccl-completion", "status", "13"));
        said.addAll(clues.of("rdma-rnr"));
        said.addAll(clues.counted("retry_rnr_exceeded_err"));
        if (!said.isEmpty())
            verdict.certain(
                            said,
                            "the receiver had no buffer posted in time, and the sender's RNR retries were used up")
                    .cites(clues.counted("out_of_buffer", "rnr_nak_retry_err"))
                    .explains("rdma-retry-exceeded", "remote-rank-crashed");
    }
}
