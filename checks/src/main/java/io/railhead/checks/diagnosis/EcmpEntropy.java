package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Map;

/// Flows share a source port or another input of the hash.
@AutoService(Cause.class)
public final class EcmpEntropy implements Cause {
    @Override
    public String code() {
        return "ecmp-low-entropy";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        Map<String, List<LogEvent>> ports =
                Clues.grouped(clues.of("udp-sport"), e -> e.get("port"));
        for (List<LogEvent> same : ports.values()) {
            long flows = same.stream().mapToLong(LogEvent::count).sum();
            if (flows >= 3) {
                verdict.certain(
                                same,
                                flows
                                        + " flows leave from UDP source port "
                                        + same.getFirst().get("port")
                                        + ": the hash sends all one way")
                        .cites(clues.of("bond-port-load", "uplink-load"))
                        .explains("lag-needs-more-qps", "lag-hash-polarization");
            }
        }
        Map<String, List<LogEvent>> labels =
                Clues.grouped(clues.of("flow-label"), e -> e.get("value"));
        if (labels.size() == 1 && clues.count("flow-label") >= 3)
            verdict.certain(
                            clues.of("flow-label"),
                            "all flows carry one flow label, from which the UDP source port is made")
                    .explains("lag-needs-more-qps");
    }
}
