package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// A job with GPUs uses Gloo, whose gradients go over kernel TCP.
@AutoService(Cause.class)
public final class GlooOverTcp implements Cause {
    @Override
    public String code() {
        return "gloo-over-tcp";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> gloo = clues.of("gloo-backend");
        List<LogEvent> gpu = clues.of("gpu-in-job");
        if (gloo.isEmpty() || gpu.isEmpty() || clues.has("nccl-net", "nccl-ib-using")) return;
        verdict.certain(
                        gloo,
                        "the job's tensors are on GPUs, and its group is Gloo's: gradients go over"
                                + " TCP, not by RDMA")
                .info()
                .cites(gpu);
    }
}
