package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Survey;
import io.railhead.checks.diagnosis.Explanations;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortBuffer;
import io.railhead.model.fact.PriorityMap;
import io.railhead.model.fact.QueueEcn;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;

/// A queue begins to mark at a filling at which the port has already paused its sender.
///
/// With one sender what fills the queue on the way out is what fills the buffer on the way in; with
/// more of them each has but its share of the queue. So this tells of the design for which the
/// thresholds were meant, and is a warning: whether PFC came first, counters say.
@AutoService(Check.class)
public final class EcnAfterPause implements PortCheck {

    @Override
    public String code() {
        return "ecn-threshold-above-pfc-xoff";
    }

    @Override
    public Explanation explanation() {
        return Explanations.written(code());
    }

    @Override
    public Set<Class<? extends Fact>> ofPort() {
        return Set.of(PortBuffer.class, PriorityMap.class, QueueEcn.class);
    }

    @Override
    public void look(PortOfPath port, Survey survey) {
        if (port.host()) return;
        int queue = port.port().queue(port.priority());
        Optional<QueueEcn> ecn =
                port.port().ecn().stream()
                        .filter(q -> q.enabled() && q.min().isPresent())
                        .filter(q -> q.queues().contains(queue))
                        .findFirst();
        // A profile tells the headroom behind the point, not the point.
        Optional<PortBuffer> pause =
                port.port().buffers().stream()
                        .filter(b -> b.kind() == PortBuffer.Kind.INGRESS)
                        .filter(b -> b.xoff().orElse(0) > 0)
                        .filter(b -> b.index().orElse(queue) == queue)
                        .min(Comparator.comparingLong(b -> b.xoff().orElse(0)));
        if (ecn.isEmpty() || pause.isEmpty()) {
            survey.notChecked(
                    port.name(),
                    (ecn.isEmpty() ? "from where it marks" : "at which filling it pauses")
                            + " was not read");
            return;
        }
        long min = ecn.get().min().get().value();
        long xoff = pause.get().xoff().getAsLong();
        if (min < xoff) return;
        survey.warning(port.name())
                .says(
                        "queue %d is marked from %,d bytes on, and the port pauses its sender at %,d"
                                .formatted(queue, min, xoff))
                .because("PFC stops the link before anybody was told to slow down")
                .fix("thresholds below the point of pause: `railhead design lossless`")
                .cites(ecn.get().min().get().source())
                .cites(pause.get())
                .explains("switch-config-drift", "pfc-storm")
                .report();
    }
}
