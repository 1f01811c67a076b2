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

/// The switch marks the queue of RoCE, and the NIC answers no mark.
@AutoService(Check.class)
public final class CnpNotGenerated implements Check {

    @Override
    public String code() {
        return "cnp-not-generated";
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
            Stated<Boolean> answers = nic.get().notifies().get(priority.getAsInt());
            List<QueueEcn> marking =
                    ecn.stream()
                            .filter(QueueEcn::enabled)
                            .filter(q -> q.queues().isEmpty() || q.queues().contains(queue))
                            .toList();
            if (answers == null || answers.value() || marking.isEmpty()) continue;
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
}
