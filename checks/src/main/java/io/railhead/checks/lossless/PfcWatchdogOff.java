package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PfcWatchdog;
import java.util.List;
import java.util.Set;

/// Nothing watches over queues that pause has stopped.
@AutoService(Check.class)
public final class PfcWatchdogOff implements PortCheck {

    @Override
    public String code() {
        return "pfc-watchdog-off";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A switch port with PFC has no watchdog over queues that pause has stopped.
                """,
                """
                One NIC that hangs and pauses without end stops its port, then what is before it,
                then the fabric: all flows of the class stand still, and nothing is dropped.
                """,
                """
                The watchdog is off as shipped on most systems, or it was not set on this port.
                """,
                """
                  priority-flow-control watch-dog-interval on            # NX-OS, at the port
                  priority-flow-control pause watchdog default timeout 0.2          # EOS
                  pfcwd start --action drop ports all detection-time 200 --restoration-time 200
                `railhead plan` has the words of each switch.
                """,
                """
                  show queuing pfc-queue                                 # NX-OS
                  railhead check --only pfc-watchdog-off
                """);
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(PfcState.class, PfcWatchdog.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        if (port.host()) return;
        // Without PFC there is nothing to watch; that is another fault.
        if (port.port().lossless().map(Set::isEmpty).orElse(false)) return;
        List<PfcWatchdog> told =
                port.port().watchdogs().stream().filter(w -> w.isOn().isPresent()).toList();
        if (told.isEmpty()) {
            survey.notChecked(port.name(), "whether a PFC watchdog is on was not read");
            return;
        }
        if (told.stream().anyMatch(w -> w.isOn().orElse(false))) return;
        survey.warning(port.name())
                .says("no watchdog looks after queues that PFC has stopped")
                .because("it is off as shipped, or was not set on this port")
                .fix("`railhead plan` shows the words of the switch that turn it on")
                .cites(told.getFirst())
                .explains("switch-config-drift", "pfc-storm")
                .report();
    }
}
