package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.Set;

/// A port has sent pause for so long that the NIC's watchdog stepped in.
@AutoService(Check.class)
public final class PfcStorm implements Check {

    @Override
    public String code() {
        return "pfc-storm";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A port sent pause frames for so long that the NIC's own watchdog warned, or cut
                them off.
                """,
                """
                Whole parts of the fabric stand still for moments; neighbours count rising
                pause; after the watchdog cut in, frames of the lossless class are dropped.
                """,
                """
                The host behind the port does not take packets: a hung GPU or process, PCIe
                below its width, a NIC in trouble. PFC then spreads the stop to everyone who
                sends to it.
                """,
                """
                  ethtool -S IFNAME | grep -e pause_storm -e pci
                  dmesg -T | grep -i -e xid -e mlx5
                Mend the host (PCIe width, GPU errors) before touching the switches; there, keep
                the PFC watchdog on.
                """,
                """
                  ethtool -S IFNAME | grep pause_storm      # twice under load: no rise
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NicCounters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Counted c :
                Counted.of(
                        survey, "tx_pause_storm_warning_events", "tx_pause_storm_error_events")) {
            if (!c.risen().isEmpty()) {
                boolean cut = c.risen().containsKey("tx_pause_storm_error_events");
                survey.draft(cut ? Severity.ERROR : Severity.WARNING, c.subject())
                        .says(
                                (cut
                                                ? "pause was sent until the watchdog cut it off: "
                                                : "pause was sent for alarmingly long: ")
                                        + c.words())
                        .because("the host behind this port does not take its packets in time")
                        .fix(
                                "look at this host first: `dmesg -T | grep -i -e xid -e mlx5`,"
                                        + " PCIe width, hung processes")
                        .cites(c.all(), "tx_pause_storm")
                        .explains("rdma-loss-counters")
                        .report();
            }
        }
    }
}
