package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.fact.SwitchPort;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The NIC reacts to congestion marks, and the switch sets none on the queue of RoCE.
@AutoService(Check.class)
public final class EcnNotEnabledOnQueue implements Check {

    @Override
    public String code() {
        return "ecn-not-enabled-on-queue";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(
                CongestionControl.class,
                LldpAnnouncement.class,
                PfcState.class,
                PriorityMap.class,
                QueueEcn.class,
                SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Cables cable : Cables.of(survey, situation)) {
            OptionalInt priority = cable.priority(survey);
            List<QueueEcn> ecn = cable.leaf().ecn();
            Optional<CongestionControl> nic = cable.nic().congestionControl();
            if (priority.isEmpty() || ecn.isEmpty() || nic.isEmpty()) {
                survey.notChecked(
                        cable.subject(),
                        priority.isEmpty()
                                ? "which priority RoCE uses is not known"
                                : (ecn.isEmpty()
                                                ? "ECN of " + cable.leaf().name()
                                                : "congestion control of " + cable.nic().name())
                                        + " was not read");
                continue;
            }
            int queue = cable.leaf().queue(priority.getAsInt());
            Stated<Boolean> reacts = nic.get().reacts().get(priority.getAsInt());
            boolean marks =
                    ecn.stream()
                            .anyMatch(
                                    q ->
                                            q.enabled()
                                                    && (q.queues().isEmpty()
                                                            || q.queues().contains(queue)));
            if (reacts == null || !reacts.value() || marks) continue;
            survey.error(cable.subject())
                    .says(
                            "the NIC reacts to congestion marks of priority "
                                    + priority.getAsInt()
                                    + ", and queue "
                                    + queue
                                    + " of "
                                    + cable.leaf().machine()
                                    + " marks nothing")
                    .because("without marks nobody slows down before PFC stops the link")
                    .fix("an ECN (WRED) profile on queue " + queue + " of the switch")
                    .cites(ecn.subList(0, Math.min(3, ecn.size())))
                    .cites(reacts.source())
                    .explains("pfc-storm")
                    .report();
        }
    }
}
