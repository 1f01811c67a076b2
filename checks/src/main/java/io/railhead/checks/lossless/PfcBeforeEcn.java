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
import java.util.List;
import java.util.Set;

/// Between two readings pause rose, and what should have come before it did not: no packet was
/// marked at the switch, no notification reached the sender.
@AutoService(Check.class)
public final class PfcBeforeEcn implements Check {
    /// Fewer pauses are those of one burst, for which ECN is too slow.
    private static final long FEW = 10;

    @Override
    public String code() {
        return "pfc-before-ecn";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Senders are stopped by PFC, and nobody told them to slow down before: the counters
                of pause rise, those of marks (or of notifications handled) do not.
                """,
                """
                Pause spreads to ports that have nothing to do with the congestion; throughput goes
                up and down together on many flows.
                """,
                """
                ECN is not on for the queue of the class, its lower threshold lies above the point
                of pause, or packets are not ECN-capable (ToS without ECT). Pause that grows while
                ECN stays flat is the sign of it.
                """,
                """
                  railhead check --only ecn-not-enabled-on-queue,ecn-threshold-above-pfc-xoff
                  railhead design lossless          # thresholds below the point of pause
                and `NCCL_IB_TC` or cma_roce_tos with ECT(0): DSCP times 4, and 2.
                """,
                """
                  railhead check --over 10s --only pfc-before-ecn     # under load
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        List<Moved> all = Moved.of(survey.facts());
        for (Moved port : all) {
            List<CounterRise> pauses = port.of(Kind.PAUSE, r -> r.priority().isPresent());
            List<CounterRise> beside =
                    all.stream()
                            .filter(m -> m.machine().equals(port.machine()))
                            .flatMap(m -> m.all().stream())
                            .toList();
            // A switch may count the notifications that pass, too.
            boolean host = beside.stream().anyMatch(r -> r.term().matches("[nr]p_cnp_.*"));
            // A switch pauses its senders and marks; a host is paused and is notified.
            List<CounterRise> stopped =
                    pauses.stream().filter(r -> r.isReceived() == host).toList();
            List<CounterRise> warned =
                    beside.stream()
                            .filter(
                                    r ->
                                            host
                                                    ? r.term().equals("rp_cnp_handled")
                                                    : r.kind() == Kind.ECN_MARKED)
                            .toList();
            if (Moved.sum(stopped) < FEW) continue;
            if (warned.isEmpty()) {
                survey.notChecked(
                        port.name(),
                        host ? "rp_cnp_handled was not read twice" : "marks are not counted there");
            } else if (Moved.sum(warned) == 0) {
                report(port, stopped, warned, survey);
            }
        }
    }

    private static void report(
            Moved port, List<CounterRise> stopped, List<CounterRise> warned, Survey survey) {
        CounterRise pause =
                stopped.stream().filter(r -> r.rise() > 0).findFirst().orElse(stopped.getFirst());
        survey.warning(port.name())
                .says(
                        port.span()
                                + " "
                                + Moved.words(pause)
                                + ", and "
                                + warned.getFirst().term()
                                + " did not rise")
                .because(
                        "pause acts before marks do: ECN is not on for the queue, marks from too"
                                + " full a queue on, or packets are not ECN-capable")
                .fix(
                        "thresholds below the point of pause: `railhead design lossless`; ECT in"
                                + " the ToS of the traffic")
                .cites(pause, pause.term())
                .cites(warned.getFirst(), warned.getFirst().term())
                .explains("pfc-storm", "pfc-pause-high")
                .report();
    }
}
