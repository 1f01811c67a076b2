package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// GLOO_SOCKET_IFNAME names no interface.
@AutoService(Cause.class)
public final class GlooIfname implements Cause {
    @Override
    public String code() {
        return "gloo-ifname-invalid";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("gloo-if-unknown");
        if (!said.isEmpty())
            verdict.certain(said, "Gloo looks for an interface called " + said.getFirst().get("if"))
                    .cites(clues.env("GLOO_SOCKET_IFNAME"))
                    .explains(
                            "remote-rank-crashed",
                            "gloo-wrong-interface",
                            "gloo-hostname-loopback");
    }
}
