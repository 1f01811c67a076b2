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

/// The switch marks the queue of RoCE, and the NIC answers no mark.
@AutoService(Check.class)
public final class CnpNotGenerated implements CableCheck {

    @Override
    public String code() {
        return "cnp-not-generated";
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
        Stated<Boolean> answers = nic.get().notifies().get(priority.getAsInt());
        List<QueueEcn> marking =
                ecn.stream()
                        .filter(QueueEcn::enabled)
                        .filter(q -> q.queues().isEmpty() || q.queues().contains(queue))
                        .toList();
        if (answers == null || answers.value() || marking.isEmpty()) return;
        survey.error(cable.subject())
                .says(
                        "the switch marks queue "
                                + queue
                                + ", and the NIC sends no CNP for priority "
                                + priority.getAsInt())
                .because("the notification point is off, so senders never learn of the marks")
                .fix(
                        "`echo 1 > /sys/class/net/"
                                + (cable.nic().port().isEmpty() ? "IF" : cable.nic().port())
                                + "/ecn/roce_np/enable/"
                                + priority.getAsInt()
                                + "`, and the same at boot")
                .cites(answers.source())
                .cites(marking.subList(0, 1))
                .explains("pfc-storm")
                .report();
    }
}
