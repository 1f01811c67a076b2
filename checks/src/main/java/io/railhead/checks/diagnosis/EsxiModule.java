package io.railhead.checks.diagnosis;

import io.railhead.model.fact.LogEvent;
import java.util.List;

/// What the driver of a hypervisor's ports is told at its start (`esxcli system module parameters
/// list -m nmlx5_core`): PFC for a priority is of no use to untagged packets unless it trusts the
/// DSCP, which is `trust_state=2`.
final class EsxiModule {
    private static final String FIX =
            """
            Let the driver trust the DSCP too, added to what is set (-a), and restart the host:
              esxcli system module parameters set -a -m nmlx5_core -p "trust_state=2"
            """;

    private EsxiModule() {}

    static void untrusted(Clues clues, Verdict verdict) {
        List<LogEvent> set = clues.of("esx-pfc-parameter");
        List<LogEvent> trust = clues.where("esx-trust-parameter", e -> !e.get("state").equals("2"));
        if (set.isEmpty() || trust.isEmpty()) return;
        // Of several listings the last is how it is now.
        if (clues.of("esx-trust-parameter").getLast().get("state").equals("2")) return;
        verdict.certain(
                        trust,
                        "the hypervisor's driver has PFC for a priority and does not trust the DSCP"
                                + " (trust_state is not 2): untagged packets stay in priority 0")
                .cites(set)
                .fix(FIX.strip())
                .explains("roce-traffic-class-mismatch", "roce-lossy-no-pfc");
    }
}
