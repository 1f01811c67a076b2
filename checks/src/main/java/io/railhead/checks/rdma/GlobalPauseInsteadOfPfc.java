package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PauseParameters;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import java.util.Optional;
import java.util.Set;

/// Global pause is on where a lossless class is wanted.
@AutoService(Check.class)
public final class GlobalPauseInsteadOfPfc implements Check {

    @Override
    public String code() {
        return "global-pause-instead-of-pfc";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                802.3x (global) pause is on, on a port where a lossless class by PFC is wanted.
                """,
                """
                Whole-link pause frames are counted (rx_pause_ctrl_phy, rx_global_pause) and
                none of the priority; every class stops when one is congested, TCP and CNPs too.
                """,
                """
                It is the driver's default, or somebody took "flow control on" for the same
                thing. The two exclude each other: with both on, a switch or card uses global
                pause, and PFC is not in force.
                """,
                """
                  ethtool -A IFNAME autoneg off rx off tx off
                  mlnx_qos -i IFNAME --pfc 0,0,0,1,0,0,0,0      # position 3 for priority 3
                and `no flowcontrol send/receive` on the switch port. It is lost at reboot: put
                it into a unit.
                """,
                """
                  ethtool -a IFNAME        # RX off, TX off
                  railhead check --only global-pause-instead-of-pfc
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PauseParameters.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        if (survey.wanted().flatMap(Cluster::lossless).isEmpty() && survey.wanted().isPresent()) {
            return;
        }
        for (Host host : survey.hosts(PauseParameters.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                for (PauseParameters p : survey.facts().of(host.name(), PauseParameters.class)) {
                    boolean on = p.rx().orElse(false) || p.tx().orElse(false);
                    if (p.interfaceName().equals(port.interfaceName()) && p.supported() && on) {
                        int priority =
                                survey.wanted()
                                        .flatMap(Cluster::lossless)
                                        .map(Lossless::priority)
                                        .orElse(3);
                        survey.error(host.name() + " " + p.interfaceName())
                                .says(
                                        "global pause is on (RX "
                                                + word(p.rx())
                                                + ", TX "
                                                + word(p.tx())
                                                + ") where PFC of priority "
                                                + priority
                                                + " is wanted")
                                .because(
                                        "the driver's default, or set by hand; global pause and PFC"
                                                + " exclude each other")
                                .fix(
                                        "`ethtool -A "
                                                + p.interfaceName()
                                                + " autoneg off rx off tx off`, and no flowcontrol"
                                                + " on the switch port")
                                .cites(p)
                                .explains(
                                        "roce-lossy-no-pfc",
                                        "pfc-config-not-applied",
                                        "pfc-not-negotiated",
                                        "pfc-one-side-only")
                                .report();
                    }
                }
            }
        }
    }

    private static String word(Optional<Boolean> on) {
        return on.map(b -> b ? "on" : "off").orElse("unknown");
    }
}
