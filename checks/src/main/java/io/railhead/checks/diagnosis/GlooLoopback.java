package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// The host's own name resolves to loopback, and Gloo tells it to the others.
@AutoService(Cause.class)
public final class GlooLoopback implements Cause {
    @Override
    public String code() {
        return "gloo-hostname-loopback";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("gloo-connect-failed");
        List<LogEvent> said = clues.of("gloo-loopback-fallback");
        // Debian's entry for the host itself: no other host is ever there.
        List<LogEvent> gone =
                clues.where("gloo-peer-gone", e -> e.get("addr").matches("127\\.0\\.[1-9].*"));
        List<LogEvent> loop = clues.of("hosts-loopback");
        List<LogEvent> told = clues.where("gloo-address", e -> e.get("addr").startsWith("127."));
        boolean gloo = !failed.isEmpty() || !gone.isEmpty() || !said.isEmpty() || !told.isEmpty();
        boolean points =
                !said.isEmpty()
                        || !gone.isEmpty()
                        || !told.isEmpty()
                        || !loop.isEmpty()
                        || failed.stream().anyMatch(e -> e.get("addr").startsWith("127."));
        if (gloo && points)
            verdict.certain(
                            failed,
                            "Gloo tells the others a loopback address, because the host's name resolves to one")
                    .cites(said)
                    .cites(gone)
                    .cites(loop)
                    .cites(told)
                    .explains(
                            "remote-rank-crashed",
                            "gloo-wrong-interface",
                            "collective-desync-straggler",
                            "nccl-connect-failed");
    }
}
