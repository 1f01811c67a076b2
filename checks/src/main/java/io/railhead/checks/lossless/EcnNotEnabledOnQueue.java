package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.CongestionControl;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import io.railhead.model.intent.Lossless;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Pattern;

/// The NIC reacts to congestion marks, and the switch sets none on the queue of RoCE.
@AutoService(Check.class)
public final class EcnNotEnabledOnQueue implements CableCheck {

    /// Outputs that tell what is set.
    private static final Pattern CONFIGURATION =
            Pattern.compile("running-?config|config show|config_db");

    @Override
    public String code() {
        return "ecn-not-enabled-on-queue";
    }

    @Override
    public Set<Class<? extends Fact>> ofEnds() {
        return Set.of(CongestionControl.class, PriorityMap.class, QueueEcn.class);
    }

    /// With an intent, the queue of each switch port has to mark, unless none is wanted.
    @Override
    public void run(Situation situation, Outcomes out) {
        if (situation.wanted().isEmpty()) {
            CableCheck.super.run(situation, out);
            return;
        }
        Survey survey = new Survey(this, situation, out);
        for (PortOfPath port : PortOfPath.of(survey, situation)) {
            if (!port.host() && !(port.wanted().ecn() instanceof Lossless.Ecn.Off)) {
                against(port, survey);
            }
        }
    }

    static void against(PortOfPath port, Survey survey) {
        List<QueueEcn> ecn = port.port().ecn();
        if (ecn.isEmpty()) {
            survey.notChecked(port.name(), "ECN of its queues was not read");
            return;
        }
        int queue = port.port().queue(port.priority());
        List<QueueEcn> own =
                ecn.stream()
                        .filter(q -> q.queues().isEmpty() || q.queues().contains(queue))
                        .toList();
        if (own.stream().anyMatch(q -> q.enabled() && !isDenied(q, ecn))) return;
        survey.error(port.name())
                .says(
                        "queue "
                                + queue
                                + ", which carries priority "
                                + port.priority()
                                + ", marks nothing when it fills")
                .because(
                        own.isEmpty()
                                ? "no ECN profile is bound to it"
                                : "its profile drops or does nothing, instead of marking")
                .fix(port.planned("ECN (WRED with marking) on queue " + queue))
                .cites((own.isEmpty() ? ecn : own).subList(0, 1))
                .explains("switch-config-drift", "pfc-storm")
                .report();
    }

    /// Whether another output says of the same profile, or of the same queue of the port, that it
    /// does not mark: what is shown goes before what is set.
    private static boolean isDenied(QueueEcn set, List<QueueEcn> all) {
        return all.stream()
                .filter(q -> !q.enabled() && !q.source().document().equals(set.source().document()))
                .anyMatch(
                        q ->
                                set.profile().isEmpty()
                                        ? q.port().equals(set.port())
                                                && q.queues().containsAll(set.queues())
                                                && CONFIGURATION
                                                        .matcher(set.source().document())
                                                        .find()
                                        : q.profile().equals(set.profile()));
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
                .explains("switch-config-drift", "pfc-storm")
                .report();
    }
}
