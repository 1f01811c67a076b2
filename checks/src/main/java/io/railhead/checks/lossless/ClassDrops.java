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
import io.railhead.model.fact.PfcState;
import io.railhead.model.intent.Cluster;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Between two readings the class without loss lost packets.
@AutoService(Check.class)
public final class ClassDrops implements Check {

    @Override
    public String code() {
        return "lossless-class-drops";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The counter of drops of a priority that is to be without loss rose between two
                readings: it loses packets now.
                """,
                """
                Retransmissions, bandwidth that collapses under incast; packet_seq_err at the hosts.
                """,
                """
                The headroom is too small for cable, speed or MTU, the peer does not heed pause, or
                the class is not without loss there.
                """,
                """
                  railhead check                    # PFC of both ends, headroom, maps
                  railhead design lossless          # the headroom that each port needs
                """,
                """
                  railhead check --over 10s --only lossless-class-drops     # under load
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(CounterRise.class, PfcState.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Moved port : Moved.of(survey.facts())) {
            Set<Integer> lossless = lossless(survey, port);
            List<CounterRise> lost =
                    port.of(
                            Kind.DROPS,
                            r ->
                                    r.rise() > 0
                                            && r.priority().isPresent()
                                            && lossless.contains(r.priority().getAsInt()));
            if (lost.isEmpty()) continue;
            survey.error(port.name())
                    .says(
                            port.span()
                                    + " "
                                    + Moved.words(lost.getFirst())
                                    + ": the class without loss loses packets now")
                    .because(
                            "the headroom is too small, the peer does not heed pause, or the class"
                                    + " drops there")
                    .fix("`railhead check` for PFC, maps and headroom of both ends")
                    .cites(lost, lost.getFirst().term())
                    .explains("rdma-loss-counters", "rdma-retry-exceeded")
                    .report();
        }
    }

    /// The priority of the intent, and those that have PFC at the port.
    private static Set<Integer> lossless(Survey survey, Moved port) {
        Set<Integer> all = new HashSet<>();
        survey.wanted().flatMap(Cluster::lossless).ifPresent(l -> all.add(l.priority()));
        survey.facts().of(port.machine(), PfcState.class).stream()
                .filter(p -> p.port().isEmpty() || p.port().equals(port.port()))
                .forEach(p -> all.addAll(p.lossless().orElse(Set.of())));
        return all;
    }
}
