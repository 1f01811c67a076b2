package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import java.util.Optional;
import java.util.Set;

/// A switch port leaves PFC to DCBX, which runs it only while the peer agrees.
@AutoService(Check.class)
public final class PfcLeftToDcbx implements PortCheck {

    @Override
    public String code() {
        return "pfc-not-negotiated";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(PfcState.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        if (port.host()) return;
        Optional<PfcState> auto =
                port.port().pfcStates().stream()
                        .filter(p -> p.mode().equals(Optional.of(PfcState.Mode.AUTO)))
                        .findFirst();
        if (port.port().pfcStates().isEmpty()) {
            survey.notChecked(port.name(), "PFC of the port was not read");
            return;
        }
        if (auto.isEmpty()) return;
        Optional<PfcState> runs =
                port.port().pfcStates().stream().filter(p -> p.running().orElse(false)).findFirst();
        boolean on = runs.isPresent();
        survey.draft(on ? Severity.WARNING : Severity.ERROR, port.name())
                .says(
                        "PFC is left to DCBX (auto), "
                                + (on
                                        ? "and runs only as long as the peer agrees"
                                        : "and does not run or is not seen to"))
                .because(
                        "a NIC whose host sets PFC itself announces nothing, so the port falls back"
                                + " to none at the next change of the link")
                .fix("`priority-flow-control mode on` at the port")
                .cites(auto.get())
                .cites(runs.stream().toList())
                .explains(
                        "switch-config-drift",
                        "pfc-one-side-only",
                        "pfc-wrong-priority",
                        "roce-lossy-no-pfc")
                .report();
    }
}
