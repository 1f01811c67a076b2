package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortCounters;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
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
        return Set.of(
                CongestionControl.class,
                CounterRise.class,
                PortCounters.class,
                PriorityMap.class,
                QueueEcn.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        CableCheck.super.run(situation, out);
        if (situation.wanted().flatMap(Cluster::lossless).isEmpty()) return;
        Survey survey = new Survey(this, situation, out);
        for (Host host : situation.wanted().get().hosts()) counted(host.name(), survey);
    }

    /// Marked packets that more than a few came, of which a NIC answers one in some (Mellanox: at
    /// most one in `min_time_between_cnps` microseconds a flow).
    private static final long MARKED = 1000;

    /// What the NIC has counted: marks arrived, and no notification left.
    private static void counted(String host, Survey survey) {
        List<CounterRise> rises = survey.facts().of(host, CounterRise.class);
        if (!rises.isEmpty()) {
            risen(host, rises, survey);
            return;
        }
        for (PortCounters c : survey.facts().of(host, PortCounters.class)) {
            Long marked = c.hwCounters().get("np_ecn_marked_roce_packets");
            Long sent = c.hwCounters().get("np_cnp_sent");
            if (marked == null || sent == null) continue;
            if (marked < MARKED || sent > 0) continue;
            survey.error((host + " " + c.device()).strip())
                    .says(
                            "%,d packets came marked as congested, and no notification was sent"
                                    .formatted(marked))
                    .because(
                            "the notification point is off, or was while they came; senders never"
                                    + " learn of the marks")
                    .fix("`grep . /sys/class/net/IF/ecn/roce_np/enable/*`: 1 for the priority")
                    .cites(c, "np_cnp_sent")
                    .explains("pfc-storm")
                    .report();
        }
    }

    /// Two readings say what happens now.
    private static void risen(String host, List<CounterRise> rises, Survey survey) {
        for (CounterRise marked : rises) {
            if (!marked.term().equals("np_ecn_marked_roce_packets")) continue;
            List<CounterRise> sent =
                    rises.stream()
                            .filter(r -> r.port().equals(marked.port()))
                            .filter(r -> r.term().equals("np_cnp_sent"))
                            .toList();
            if (sent.isEmpty() || marked.rise() < MARKED || Moved.sum(sent) > 0) continue;
            survey.error((host + " " + marked.port()).strip())
                    .says(
                            Moved.words(marked)
                                    + " between two readings, and np_cnp_sent did not rise: no"
                                    + " notification is sent")
                    .because("the notification point is off; senders never learn of the marks")
                    .fix("`grep . /sys/class/net/IF/ecn/roce_np/enable/*`: 1 for the priority")
                    .cites(marked, marked.term())
                    .cites(sent.getFirst(), "np_cnp_sent")
                    .explains("pfc-storm")
                    .report();
        }
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
