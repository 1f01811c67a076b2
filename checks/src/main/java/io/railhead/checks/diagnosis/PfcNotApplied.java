package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// PFC is configured and does not run.
@AutoService(Cause.class)
public final class PfcNotApplied implements Cause {
    @Override
    public String code() {
        return "pfc-config-not-applied";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("pfc-set-but-off");
        List<LogEvent> set = clues.where("mlnx-qos-set", "what", "pfc");
        List<LogEvent> none = clues.of("pfc-none");
        boolean agent = clues.has("lldpad-warning", "dcbx-agent");
        if (!said.isEmpty())
            verdict.certain(said, "PFC was configured and is not in effect")
                    .cites(none)
                    .explains("roce-lossy-no-pfc");
        else if (!set.isEmpty() && !none.isEmpty() && !agent)
            verdict.likely(set, "a script sets PFC, and no priority has it")
                    .cites(none)
                    .explains("roce-lossy-no-pfc", "pfc-one-side-only", "rdma-retry-exceeded");
        else if (clues.has("pfc-bitmap-config") && clues.has("sonic-pfc-none")) {
            verdict.certain(
                            clues.of("sonic-pfc-none"),
                            "the configuration enables PFC, and the running switch has it on no port")
                    .cites(clues.of("pfc-bitmap-config"))
                    .fix(
                            "load what was written: `sudo config load -y` (or `config reload`, which stops traffic), then `show pfc priority`")
                    .explains("roce-lossy-no-pfc", "pfc-one-side-only");
        } else {
            List<LogEvent> wanted = clues.where("pfc-mode-config", "mode", "on");
            List<LogEvent> off =
                    clues.where(
                            "nxos-pfc-port",
                            e ->
                                    Clues.is(e, "oper", "Off")
                                            && wanted.stream()
                                                    .anyMatch(
                                                            w ->
                                                                    w.get("if")
                                                                            .equalsIgnoreCase(
                                                                                    e.get("if"))));
            if (!off.isEmpty())
                verdict.certain(off, "the port is configured for PFC and it is not operational")
                        .cites(wanted)
                        .explains("roce-lossy-no-pfc", "pfc-one-side-only", "pfc-not-negotiated");
        }
    }
}
