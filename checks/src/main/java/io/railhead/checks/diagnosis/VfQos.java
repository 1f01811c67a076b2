package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
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
        VfReadings.look(clues, verdict);
        List<LogEvent> said = clues.of("vf-qos-refused");
        List<LogEvent> refused = clues.of("dcb-failed");
        if (clues.has("mlnx-qos-set")) {
            refused = new ArrayList<>(refused);
            refused.addAll(clues.of("errno-95"));
        }
        List<LogEvent> function = clues.of("vf-function");
        boolean both = !refused.isEmpty() && !function.isEmpty();
        if (said.isEmpty() && !both) return;
        (both
                        ? verdict.certain(
                                refused,
                                "the device is a virtual function, and setting its QoS is refused")
                        : verdict.likely(said, "the QoS of this device cannot be set from here"))
                .cites(function)
                .cites(said)
                .cites(clues.of("vm-guest"))
                .cites(both ? List.of() : refused)
                .explains("pfc-config-not-applied", "roce-lossy-no-pfc");
    }
}
