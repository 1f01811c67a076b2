package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.SwitchPort;
import java.util.Optional;
import java.util.Set;

/// PFC runs at one end of a cable and not at the other.
@AutoService(Check.class)
public final class PfcOneSideOnly implements Check {

    @Override
    public String code() {
        return "pfc-one-side-only";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(LldpAnnouncement.class, PfcState.class, SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Cables cable : Cables.of(survey, situation)) {
            Optional<Set<Integer>> nic = cable.nic().lossless();
            Optional<Set<Integer>> leaf = cable.leaf().lossless();
            if (nic.isEmpty() || leaf.isEmpty()) {
                survey.notChecked(
                        cable.subject(),
                        "PFC of "
                                + (nic.isEmpty() ? cable.nic() : cable.leaf()).name()
                                + " was not read");
            } else if (nic.get().isEmpty() != leaf.get().isEmpty()) {
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
                                atHost
                                        ? "PFC for the same priority on the switch port, with its"
                                                + " no-drop class; on NX-OS"
                                                + " `priority-flow-control mode on`"
                                        : "PFC for the same priority on the NIC: `mlnx_qos -i IF"
                                                + " --pfc 0,0,0,1,0,0,0,0`, or `dcb pfc set dev IF"
                                                + " prio-pfc 3:on`")
                        .cites((atHost ? cable.leaf() : cable.nic()).pfc().stream().toList())
                        .cites((atHost ? cable.nic() : cable.leaf()).pfc().stream().toList())
                        .explains("roce-lossy-no-pfc", "rdma-loss-counters")
                        .report();
            }
        }
    }
}
