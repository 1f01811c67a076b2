package io.railhead.checks.diagnosis;

import com.google.auto.service.AutoService;
import io.railhead.model.fact.LogEvent;
import java.util.List;
import java.util.Locale;

/// An InfiniBand virtual function has no GUID or its link policy is down.
@AutoService(Cause.class)
public final class VfNotEnabled implements Cause {
    @Override
    public String code() {
        return "ib-vf-not-enabled";
    }

    @Override
    public void look(Clues clues, Verdict verdict) {
        List<LogEvent> zero =
                clues.of("node-guid-zero").stream().filter(e -> !isOfEthernet(clues, e)).toList();
        List<LogEvent> held = clues.of("vf-policy-down");
        if (zero.isEmpty() && !held.isEmpty()) {
            List<LogEvent> down = clues.where("port-state", "state", "DOWN", "Down");
            String text = "the link of a virtual function is held down by its policy";
            (down.isEmpty() ? verdict.likely(held, text) : verdict.certain(held, text))
                    .cites(down)
                    .explains("rdma-port-down", "ib-no-subnet-manager", "rdma-retry-exceeded");
            return;
        }
        if (!zero.isEmpty()) {
            verdict.certain(zero, "a virtual function has no GUID, or its link is held down")
                    .cites(clues.where("port-state", "state", "DOWN", "Down"))
                    .explains("rdma-port-down", "ib-no-subnet-manager", "rdma-retry-exceeded");
        }
    }

    /// Ports of Ethernet have no GUID of their own; the device has one.
    private static boolean isOfEthernet(Clues clues, LogEvent guid) {
        return guid.text().toLowerCase(Locale.ROOT).matches("\\W*port.?guid.*")
                && clues.where("port-layer", "layer", "Ethernet").stream()
                        .anyMatch(
                                l ->
                                        l.get("hca").equals(guid.get("hca"))
                                                && l.source()
                                                        .document()
                                                        .equals(guid.source().document()));
    }
}
