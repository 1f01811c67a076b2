package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortCounters;
import java.util.List;
import java.util.Set;

/// An RDMA port has counted errors of the link.
@AutoService(Check.class)
public final class RdmaErrorCounters implements Check {

    @Override
    public String code() {
        return "rdma-error-counters";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An RDMA port has counted symbol errors, link recoveries, downed links or receive
                errors since boot.
                """,
                """
                Retransmissions and dips in throughput; on InfiniBand `ibqueryerrors` names the
                port.
                """,
                """
                A cable, module or port that is damaged, dirty or badly seated. A few from
                plugging in are usual; what counts is whether they still rise.
                """,
                """
                  cd /sys/class/infiniband/DEVICE/ports/1/counters && grep . *error* link_downed
                Read twice, a minute apart, under load. Clean and reseat, then exchange the
                cable.
                """,
                """
                  railhead check --only rdma-error-counters      # after clearing: perfquery -R, or a reboot
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PortCounters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(PortCounters.class, m -> Rdma.wanted(survey, m))) {
            for (PortCounters c : survey.facts().of(machine, PortCounters.class)) {
                List<String> risen =
                        NAMES.stream()
                                .filter(n -> c.counters().getOrDefault(n, 0L) > 0)
                                .map(n -> n + " " + c.counters().get(n))
                                .toList();
                if (!risen.isEmpty()) {
                    survey.warning(machine + " " + c.device())
                            .says("counted since boot: " + String.join(", ", risen))
                            .because("cable, module or port damaged, dirty or badly seated")
                            .fix(
                                    "read again under load; if they still rise, clean and reseat,"
                                            + " then exchange the cable")
                            .cites(c, risen.getFirst().substring(0, risen.getFirst().indexOf(' ')))
                            .explains("rdma-loss-counters")
                            .report();
                }
            }
        }
    }

    private static final List<String> NAMES =
            List.of(
                    "symbol_error",
                    "link_error_recovery",
                    "link_downed",
                    "port_rcv_errors",
                    "port_rcv_remote_physical_errors",
                    "local_link_integrity_errors",
                    "excessive_buffer_overrun_errors");
}
