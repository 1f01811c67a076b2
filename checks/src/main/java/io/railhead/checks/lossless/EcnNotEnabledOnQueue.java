package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// The NIC reacts to congestion marks, and the switch sets none on the queue of RoCE.
@AutoService(Check.class)
public final class EcnNotEnabledOnQueue implements CableCheck {

    @Override
    public String code() {
        return "ecn-not-enabled-on-queue";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of(CongestionControl.class, PriorityMap.class, QueueEcn.class);
    }

    @Override
    public void look(Cables cable, Survey survey) {
        OptionalInt priority = cable.priorityOrNote(survey);
        List<QueueEcn> ecn = cable.leaf().ecn();
        Optional<CongestionControl> nic = cable.nic().congestionControl();
        if (priority.isEmpty()
                || !cable.read(survey, !ecn.isEmpty(), "ECN", cable.leaf())
                || !cable.read(survey, nic.isPresent(), "congestion control", cable.nic())) {
            return;
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
        if (reacts == null || !reacts.value() || marks) return;
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
