package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// Gloo uses an interface that the other nodes cannot reach.
@AutoService(Cause.class)
public final class GlooInterface implements Cause {
    @Override
    public String code() {
        return "gloo-wrong-interface";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> failed = clues.of("gloo-connect-failed");
        List<LogEvent> told = clues.where("gloo-address", e -> !e.get("addr").startsWith("127."));
        if (failed.isEmpty()
                || clues.has("gloo-loopback-fallback", "hosts-loopback", "gloo-if-unknown")) return;
        List<LogEvent> own =
                told.stream().filter(e -> Addresses4.isOfOneHost(e.get("addr"))).toList();
        if (!own.isEmpty()) {
            verdict.certain(
                            failed,
                            "Gloo told the others "
                                    + own.getFirst().get("addr")
                                    + ", an address that each host has for itself")
                    .cites(own)
                    .cites(clues.env("GLOO_SOCKET_IFNAME"))
                    .explains("remote-rank-crashed", "nccl-connect-failed", "duplicate-ip");
            return;
        }
        (told.isEmpty()
                        ? verdict.possible(failed, "Gloo could not connect all ranks")
                        : verdict.likely(
                                failed,
                                "Gloo could not connect: it uses " + told.getFirst().get("addr")))
                .cites(told)
                .cites(clues.env("GLOO_SOCKET_IFNAME"))
                .explains("remote-rank-crashed", "nccl-connect-failed");
    }
}
