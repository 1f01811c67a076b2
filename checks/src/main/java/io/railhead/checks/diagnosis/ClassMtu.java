package io.railhead.checks.diagnosis;

import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The class without loss of an NX-OS configuration takes smaller frames than its ports.
final class ClassMtu {
    /// What FCoE classes have: a frame of Fibre Channel is no larger (FC-BB-5).
    private static final Set<String> FCOE = Set.of("2112", "2158", "2240");

    private ClassMtu() {}

    static void look(Clues clues, Verdict verdict) {
        for (SwitchPort port : clues.all(SwitchPort.class)) {
            Stated<String> own = port.settings().get(SwitchPort.CLASS_MTU);
            Optional<Stated<Integer>> mtu =
                    port.mtu().filter(m -> !m.words().equals(SwitchPort.AS_SHIPPED));
            if (own == null || mtu.isEmpty() || FCOE.contains(own.value())) continue;
            // A number: the parser has seen to that.
            if (Integer.parseInt(own.value()) >= mtu.get().value()) continue;
            verdict.likely(
                            List.of(),
                            "the class without loss has MTU %s of its own, and %s takes frames of %d bytes"
                                    .formatted(own.value(), port.port(), mtu.get().value()))
                    .of(port)
                    .cites(clues.facts().cite(own.source()))
                    .cites(clues.facts().cite(mtu.get().source()))
                    .because(
                            "Larger frames of the class are dropped (Nexus 5000 and its kin), or"
                                    + " come into a buffer whose headroom was reckoned for small"
                                    + " ones (Nexus 9000).")
                    .fix(
                            "In the class of the network-qos policy that is applied:\n"
                                    + "  class type network-qos NAME\n"
                                    + "    mtu "
                                    + mtu.get().value())
                    .explains("rdma-retry-exceeded", "path-mtu-blackhole", "path-mtu-too-small");
            return;
        }
    }
}
