package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Ray and the application take different addresses for a node.
@AutoService(Cause.class)
public final class RayIp implements Cause {
    @Override
    public String code() {
        return "ray-node-ip-mismatch";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("vllm-unique-ip", "ray-ip-mismatch");
        if (!said.isEmpty())
            verdict.certain(said, "a node is known by two addresses")
                    .cites(clues.env("VLLM_HOST_IP"))
                    .explains("remote-rank-crashed", "gloo-wrong-interface");
    }
}
