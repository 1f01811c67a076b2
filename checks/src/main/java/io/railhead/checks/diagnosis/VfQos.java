package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;

/// QoS belongs to the physical function or the hypervisor.
@AutoService(Cause.class)
public final class VfQos implements Cause {
    @Override
    public String code() {
        return "vf-qos-not-settable";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> said = clues.of("vf-qos-refused");
        if (!said.isEmpty())
            verdict.likely(said, "the QoS of this device cannot be set from here")
                    .cites(clues.of("vm-guest", "dcb-failed"))
                    .explains("pfc-config-not-applied", "roce-lossy-no-pfc");
    }
}
