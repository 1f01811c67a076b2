package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

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
        wanted(clues, verdict);
        if (!said.isEmpty())
            verdict.certain(said, "a node is known by two addresses")
                    .cites(clues.env("VLLM_HOST_IP"))
                    .explains("remote-rank-crashed", "gloo-wrong-interface");
    }

    /// A placement group waits for a node by an address that none of Ray's nodes has.
    private static void wanted(Clues clues, Verdict verdict) {
        Set<String> known =
                clues.of("ray-node-known").stream()
                        .map(e -> e.get("ip"))
                        .collect(Collectors.toCollection(TreeSet::new));
        List<LogEvent> waiting = clues.where("ray-node-wanted", e -> !known.contains(e.get("ip")));
        if (known.isEmpty() || waiting.isEmpty()) return;
        String ip = waiting.getFirst().get("ip");
        verdict.certain(
                        waiting,
                        "a placement group waits for the node %s, and Ray knows its nodes as %s"
                                .formatted(ip, String.join(", ", known)))
                .cites(clues.of("ray-node-known"))
                .cites(clues.env("VLLM_HOST_IP"))
                .fix(
                        "set VLLM_HOST_IP on each node to the address that Ray has for it, or give"
                                + " `ray start --node-ip-address=` the one that is wanted")
                .explains("remote-rank-crashed", "gloo-wrong-interface");
    }
}
