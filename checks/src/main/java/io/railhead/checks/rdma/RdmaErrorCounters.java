package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PortCounters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
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
                An RDMA port has counted more symbol errors, link recoveries, downed links or
                receive errors since boot than a sound link does.
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
                List<String> risen = new ArrayList<>();
                LIMITS.forEach(
                        (name, limit) -> {
                            long count = c.counters().getOrDefault(name, 0L);
                            if (count <= limit || isAllowed(name, count, c)) return;
                            risen.add(name + " " + count);
                        });
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

    /// Above which a count speaks: the thresholds that infiniband-diags comes with
    /// (`error_thresholds`). Plugging in, and each restart of the peer, make some.
    private static final SequencedMap<String, Long> LIMITS = limits();

    private static SequencedMap<String, Long> limits() {
        SequencedMap<String, Long> limits = new LinkedHashMap<>();
        limits.put("symbol_error", 10L);
        limits.put("link_error_recovery", 10L);
        limits.put("link_downed", 10L);
        limits.put("port_rcv_errors", 10L);
        limits.put("port_rcv_remote_physical_errors", 100L);
        limits.put("local_link_integrity_errors", 10L);
        limits.put("excessive_buffer_overrun_errors", 10L);
        return limits;
    }

    /// Symbol errors that stay below the bit error ratio which a link may have: one in 10^12
    /// (InfiniBand architecture, volume 2; IEEE 802.3). What was received is less than what the
    /// line carried, idle symbols left out, so the true ratio is lower still.
    private static boolean isAllowed(String name, long count, PortCounters c) {
        if (!name.equals("symbol_error")) return false;
        long bytes = c.counters().getOrDefault("port_rcv_data", 0L);
        return bytes > 0 && count / (bytes * 8.0) <= 1e-12;
    }
}
