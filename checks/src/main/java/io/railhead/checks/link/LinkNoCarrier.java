package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import java.util.Set;

/// A rail's interface is on but has no carrier.
@AutoService(Check.class)
public final class LinkNoCarrier implements Check {

    @Override
    public String code() {
        return "link-no-carrier";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's interface is switched on but sees no signal from the other end.
                """,
                """
                `NO-CARRIER` in `ip link`, `Link detected: no` in `ethtool`; the RDMA port is
                DOWN / POLLING.
                """,
                """
                No cable, a cable in the wrong port, a module that does not fit or is broken,
                the other end switched off, or ends that disagree about speed, FEC or
                auto-negotiation.
                """,
                """
                  ethtool IFNAME            # Link detected, speed, "(reason)" on newer drivers
                  ethtool -m IFNAME         # is a module seen, does it receive light?
                  mlxlink -d DEVICE -m -c   # troubleshooting text of NVIDIA cards
                Check the other end too: on the switch `show interface status`. Swap the cable
                with a port that works: the fault goes with the cable or stays with the port.
                """,
                """
                  cat /sys/class/net/IFNAME/carrier      # 1
                  railhead check --only link-no-carrier
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : survey.ports()) {
            if (port.live().adminUp() && !port.live().carrier()) {
                String other =
                        port.wanted()
                                .switchPort()
                                .map(p -> "; look at " + p + " on the switch too")
                                .orElse("; look at the other end of the cable too");
                survey.error(port.subject())
                        .says(
                                port.wanted().rail()
                                        + " has no carrier: the port is on, the link down")
                        .because(
                                "no signal from the other end: cable, module, the other port off,"
                                        + " or unequal speed or FEC")
                        .fix(
                                "`ethtool "
                                        + port.live().name()
                                        + "` and `ethtool -m "
                                        + port.live().name()
                                        + "` show what the port sees"
                                        + other)
                        .cites(port.live(), "flags")
                        .explains(
                                "neighbour-failed",
                                "rail-peer-unreachable",
                                "rdma-port-down",
                                "roce-gid-missing",
                                "link-flapping")
                        .report();
            }
        }
    }
}
