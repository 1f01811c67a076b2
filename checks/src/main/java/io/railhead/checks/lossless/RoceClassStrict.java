package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueSchedule;
import java.util.Optional;
import java.util.Set;

/// The queue of the lossless class has strict priority.
@AutoService(Check.class)
public final class RoceClassStrict implements PortCheck {

    @Override
    public String code() {
        return "roce-class-strict";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The queue of RoCE's bulk traffic has strict priority.
                """,
                """
                Under load everything else on the port starves (ssh, storage, even routing), and
                notifications of congestion get no turn before the data.
                """,
                """
                "Priority" was taken for "lossless". What must not be lost needs PFC and buffers; a
                turn before all others belongs to the few, small notifications.
                """,
                """
                A share of the line for the class (usual: half), strict priority for the class of
                notifications:
                  mlnx_qos -i IFNAME --tsa ets,ets,ets,ets,ets,ets,strict,ets
                and on the switch `bandwidth remaining percent 50`: `railhead plan` shows it.
                """,
                """
                  mlnx_qos -i IFNAME            # tsa: ets for the class
                  railhead check --only roce-class-strict
                """);
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(PriorityMap.class, QueueSchedule.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        int queue = port.port().queue(port.priority());
        Optional<QueueSchedule> turn =
                port.port().schedule().stream().filter(s -> s.queue() == queue).findFirst();
        if (turn.isEmpty()) {
            survey.notChecked(port.name(), "how its queues take turns was not read");
            return;
        }
        if (turn.get().turn() != QueueSchedule.Turn.STRICT) return;
        survey.warning(port.name())
                .says(
                        "queue "
                                + queue
                                + " of the lossless class has strict priority ("
                                + turn.get().term()
                                + ")")
                .because("bulk data before all else starves the rest, notifications included")
                .fix(
                        "a share of the line for it: "
                                + (port.host()
                                        ? "`mlnx_qos -i " + port.port().port() + " --tsa ...`"
                                        : "`railhead plan` shows the switch's own words"))
                .cites(turn.get())
                .explains("switch-config-drift")
                .report();
    }
}
