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
        List<LogEvent> disabled = disabled(clues);
        if (zero.isEmpty() && held.isEmpty() && !disabled.isEmpty()) {
            verdict.likely(
                            disabled,
                            "InfiniBand functions have their link disabled, and SR-IOV is on: virtual functions without GUID or with their policy down")
                    .cites(clues.where("mlxconfig-row", "name", "SRIOV_EN"))
                    .explains("rdma-port-down", "ib-no-subnet-manager");
            return;
        }
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

    /// A port without a cable polls; one whose function was not given its GUID, or whose policy is
    /// down, is disabled and has no LID.
    private static List<LogEvent> disabled(Clues clues) {
        boolean virtual =
                !clues.where(
                                "mlxconfig-row",
                                e ->
                                        e.get("name").equals("SRIOV_EN")
                                                && e.get("value").startsWith("True"))
                        .isEmpty();
        if (!virtual) return List.of();
        return clues.where(
                "rdma-link",
                e ->
                        e.get("lid").equals("65535")
                                && e.get("state").equals("DOWN")
                                && e.get("phys").equals("DISABLED"));
    }
}
