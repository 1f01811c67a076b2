package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.Locale;
import java.util.Set;

/// A host had no receive descriptors in time.
@AutoService(Check.class)
public final class RxOutOfBuffer implements Check {

    @Override
    public String code() {
        return "rx-out-of-buffer";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                Packets arrived and the host had no receive descriptor for them in time.
                """,
                """
                TCP retransmits and RDMA receives are slow although no switch drops anything and
                the line is clean.
                """,
                """
                Software is too slow for the queue: rings too small, interrupts on a far or busy
                core, power saving. It is not a loss on the wire.
                """,
                """
                  ethtool -g IFNAME                  # ring sizes; raise: ethtool -G IFNAME rx MAX
                  ethtool -l IFNAME                  # queues
                  cat /proc/interrupts | grep IFNAME # spread over the NIC's own NUMA node?
                """,
                """
                  ethtool -S IFNAME | grep rx_out_of_buffer      # twice under load: no rise
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NicCounters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Counted c : Counted.of(survey, "rx_out_of_buffer")) {
            long lost = c.risen().getOrDefault("rx_out_of_buffer", 0L);
            long packets =
                    Math.max(
                            c.all().values().getOrDefault("rx_packets", 0L),
                            c.all().values().getOrDefault("rx_packets_phy", 0L));
            if (lost == 0 || (packets > 0 ? lost < packets * SHARE : lost < FEW)) {
                continue;
            }
            String share =
                    packets > 0
                            ? String.format(
                                    Locale.ROOT,
                                    " (%.4f %% of those received)",
                                    100.0 * lost / packets)
                            : "";
            survey.warning(c.subject())
                    .says(lost + " packets found no receive descriptor since boot" + share)
                    .because("the host was too slow for its receive queues; the wire is fine")
                    .fix(
                            "larger rings (`ethtool -G "
                                    + c.all().interfaceName()
                                    + " rx MAX`), interrupts on the NIC's NUMA node, governor"
                                    + " performance")
                    .cites(c.all(), "rx_out_of_buffer")
                    .report();
        }
    }

    /// One in 100 000; fewer are a burst at some start-up.
    private static final double SHARE = 1e-5;

    /// The same where the number of packets is not known.
    private static final long FEW = 1000;
}
