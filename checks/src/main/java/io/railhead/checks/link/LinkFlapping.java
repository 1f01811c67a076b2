package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NicCounters;
import java.util.Set;

/// A link has gone down and up several times since boot.
@AutoService(Check.class)
public final class LinkFlapping implements Check {

    @Override
    public String code() {
        return "link-flapping";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's link has gone down and up several times since the driver was loaded.
                """,
                """
                Jobs fail at odd hours with retry exceeded (status 12) or port errors; `dmesg`
                has "Link down" and "Link up" in turn; the switch counts link failures.
                """,
                """
                A cable or module that is not well seated, dirty or too warm, or a marginal FEC
                setting.
                """,
                """
                  dmesg -T | grep -i 'link \\(up\\|down\\)'
                  ethtool -m IFNAME              # temperature, receive power
                  mlxlink -d DEVICE -c -e        # bit errors, eye
                Reseat, clean, then exchange the cable; watch whether the counter still rises.
                """,
                """
                  ethtool -S IFNAME | grep link_down_events_phy      # twice, a day apart: no rise
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NicCounters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Counted c : Counted.of(survey, "link_down_events_phy")) {
            long downs = c.risen().getOrDefault("link_down_events_phy", 0L);
            if (downs >= FLAPPING) {
                survey.warning(c.subject())
                        .says("the link went down " + downs + " times since the driver was loaded")
                        .because("cable or module not well seated, dirty or marginal")
                        .fix(
                                "`dmesg -T | grep -i 'link down'` tells when; reseat or exchange"
                                        + " the cable and watch the counter")
                        .cites(c.all(), "link_down_events_phy")
                        .explains("rdma-loss-counters", "rdma-error-counters")
                        .report();
            }
        }
    }

    /// One or two come from bringing the port up at boot and from a reconfiguration.
    private static final long FLAPPING = 3;
}
