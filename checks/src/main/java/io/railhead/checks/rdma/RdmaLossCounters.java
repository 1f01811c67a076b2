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

/// An RDMA port has lost packets, by what it counted itself.
@AutoService(Check.class)
public final class RdmaLossCounters implements Check {

    @Override
    public String code() {
        return "rdma-loss-counters";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                An RDMA port has counted lost or late packets: gaps, sequence errors, timeouts.
                """,
                """
                Throughput falls by more than the loss (go-back-N sends everything again); NCCL
                may end with status 12. Kernel drop counters show nothing, RDMA passes them by.
                """,
                """
                out_of_sequence: packets were missing on the way here. packet_seq_err: the peer
                missed ours. local_ack_timeout_err: no acknowledgement came at all (last packet
                lost, peer dead, PFC deadlock). rx_icrc_encapsulated: packets were damaged on
                the way.
                """,
                """
                First the line (link-high-ber, rdma-error-counters), then where packets are
                dropped:
                  ethtool -S IFNAME | grep -e discards -e out_of_buffer -e pause
                and on the switches: drops of the queue that carries RoCE; PFC and ECN of that
                class.
                """,
                """
                  rdma statistic show link DEVICE/1      # twice under load: no rise
                  railhead check --only rdma-loss-counters
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
                                .filter(n -> c.hwCounters().getOrDefault(n, 0L) > 0)
                                .map(n -> n + " " + c.hwCounters().get(n))
                                .toList();
                if (!risen.isEmpty()) {
                    survey.warning(machine + " " + c.device())
                            .says(
                                    "counted since the driver was loaded: "
                                            + String.join(", ", risen))
                            .because(
                                    "packets were lost, damaged or late between this port and its"
                                            + " peers")
                            .fix(
                                    "`rdma statistic show link "
                                            + c.device()
                                            + "/"
                                            + c.port()
                                            + "` twice under load; if it rises: line errors first,"
                                            + " then drops on NIC and switches")
                            .cites(c, risen.getFirst().substring(0, risen.getFirst().indexOf(' ')))
                            .report();
                }
            }
        }
    }

    private static final List<String> NAMES =
            List.of(
                    "out_of_sequence",
                    "packet_seq_err",
                    "local_ack_timeout_err",
                    "implied_nak_seq_err",
                    "rx_icrc_encapsulated");
}
