package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import java.util.Optional;
import java.util.Set;

/// PFC runs at one end of a cable and not at the other.
@AutoService(Check.class)
public final class PfcOneSideOnly implements CableCheck {

    @Override
    public String code() {
        return "pfc-one-side-only";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of();
    }

    @Override
    public boolean betweenSwitches() {
        return true;
    }

    @Override
    public void look(Cables cable, Survey survey) {
        Optional<Set<Integer>> nic = cable.nic().lossless();
        Optional<Set<Integer>> leaf = cable.leaf().lossless();
        if (!cable.bothRead(survey, "PFC", nic, leaf)) return;
        if (nic.get().isEmpty() != leaf.get().isEmpty()) {
            boolean atHost = leaf.get().isEmpty();
            String on = ClassOfPort.words(atHost ? nic.get() : leaf.get());
            survey.error(cable.subject())
                    .says(
                            "PFC is on for "
                                    + on
                                    + " at "
                                    + (atHost ? cable.nic() : cable.leaf()).name()
                                    + ", and for none at "
                                    + (atHost ? cable.leaf() : cable.nic()).name())
                    .because(
                            "pause that one end sends is ignored by the other, so the class"
                                    + " loses packets like any other")
                    .fix(
                            atHost || cable.isBetweenSwitches()
                                    ? "PFC for the same priority on the switch port, with its"
                                            + " no-drop class; on NX-OS"
                                            + " `priority-flow-control mode on`"
                                    : "PFC for the same priority on the NIC: `mlnx_qos -i IF"
                                            + " --pfc 0,0,0,1,0,0,0,0`, or `dcb pfc set dev IF"
                                            + " prio-pfc 3:on`")
                    .cites((atHost ? cable.leaf() : cable.nic()).pfc().stream().toList())
                    .cites((atHost ? cable.nic() : cable.leaf()).pfc().stream().toList())
                    .explains("switch-config-drift", "roce-lossy-no-pfc", "rdma-loss-counters")
                    .report();
        }
    }
}
