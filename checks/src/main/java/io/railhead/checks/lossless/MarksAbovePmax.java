package io.railhead.checks.lossless;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.counters.PortCounts.Kind;
import io.railhead.model.fact.CounterRise;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.QueueEcn;
import io.railhead.model.fact.Stated;
import java.util.OptionalInt;
import java.util.Set;

/// Between two readings a port marked a larger share of its packets than it does below the upper
/// threshold: the queue stood above it.
@AutoService(Check.class)
public final class MarksAbovePmax implements Check {
    /// Fewer packets make no share.
    private static final long FEW = 10_000;

    @Override
    public String code() {
        return "ecn-marks-above-pmax";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A switch port marked a larger share of packets than its profile marks between the
                thresholds: part of the time the queue was fuller than the upper one.
                """,
                """
                Marks rise fast, pause begins, latency under load is high.
                """,
                """
                Between the thresholds the share of marked packets grows from 0 to the maximum
                probability in a straight line; above the upper threshold all are marked. A share
                above the maximum says that senders do not slow down enough, or too many send.
                """,
                """
                Reaction of the senders (rp_cnp_handled must rise), then thresholds and incast:
                  railhead design lossless
                """,
                """
                  railhead check --over 10s --only ecn-marks-above-pmax     # under load
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class, QueueEcn.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Moved port : Moved.of(survey.facts())) {
            for (CounterRise marks : port.of(Kind.ECN_MARKED, r -> !r.isReceived())) {
                long packets = port.packetsBeside(marks, false);
                OptionalInt most = most(survey, port);
                if (packets < FEW || most.isEmpty()) continue;
                if (marks.rise() * 100 <= packets * most.getAsInt()) continue;
                survey.warning(port.name())
                        .says(
                                "%s %s, %d%% of %,d packets, and its profile marks at most %d%% below the upper threshold"
                                        .formatted(
                                                port.span(),
                                                Moved.words(marks),
                                                Moved.share(marks.rise(), packets).orElse(0),
                                                packets,
                                                most.getAsInt()))
                        .because(
                                "part of the time the queue is fuller than its upper threshold:"
                                        + " senders do not slow down enough, or too many send")
                        .fix(
                                "rp_cnp_handled of the senders must rise; then thresholds and"
                                        + " incast: `railhead design lossless`")
                        .cites(marks, marks.term())
                        .explains("pfc-storm", "pfc-pause-high")
                        .report();
            }
        }
    }

    /// The largest probability of a profile that marks; several profiles: the most that any has.
    private static OptionalInt most(Survey survey, Moved port) {
        return survey.facts().of(port.machine(), QueueEcn.class).stream()
                .filter(q -> q.port().isEmpty() || q.port().equals(port.port()))
                .filter(QueueEcn::enabled)
                .flatMap(q -> q.percent().stream())
                .mapToInt(Stated::value)
                .max();
    }
}
