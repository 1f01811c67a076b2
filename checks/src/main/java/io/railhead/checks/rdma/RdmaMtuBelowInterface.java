package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import java.util.Optional;
import java.util.Set;

/// The RDMA MTU is smaller than the interface's MTU allows.
@AutoService(Check.class)
public final class RdmaMtuBelowInterface implements Check {

    @Override
    public String code() {
        return "rdma-mtu-below-interface";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The active RDMA MTU of a port is smaller than its interface's MTU allows.
                """,
                """
                `ibv_devinfo` says active_mtu 1024 although `ip link` says mtu 9000; bandwidth
                as with small packets.
                """,
                """
                The RDMA port took its MTU when it came up, before the interface's was raised;
                ConnectX-3 stays at 2048 by a hardware limit that perftest knows of.
                """,
                """
                  ip link set dev IFNAME down && ip link set dev IFNAME up
                """,
                """
                  ibv_devinfo -d DEVICE | grep active_mtu
                  railhead check --only rdma-mtu-below-interface
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(RdmaPortInfo.class, RdmaLink.class, RdmaNetdev.class, NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Rdma.Port port : Rdma.ports(survey, RdmaPortInfo.class)) {
            Optional<NetInterface> live =
                    survey.live(port.machine(), port.wanted().interfaceName());
            for (RdmaPortInfo info : survey.facts().of(port.machine(), RdmaPortInfo.class)) {
                if (!Rdma.is(info, port.rdma()) || info.activeMtu().isEmpty() || live.isEmpty()) {
                    continue;
                }
                int active = info.activeMtu().getAsInt();
                int fits = Math.min(Rdma.fitting(live.get().mtu()), info.maxMtu().orElse(4096));
                if (active < fits) {
                    survey.warning(port.subject())
                            .says(
                                    "RDMA MTU is "
                                            + active
                                            + ", "
                                            + fits
                                            + " would fit "
                                            + live.get().name()
                                            + "'s MTU of "
                                            + live.get().mtu())
                            .because("the RDMA port took its MTU before the interface's was raised")
                            .fix(
                                    "when no job runs: `ip link set dev "
                                            + live.get().name()
                                            + " down && ip link set dev "
                                            + live.get().name()
                                            + " up`")
                            .cites(info.at("active_mtu"))
                            .cites(live.get(), "mtu")
                            .report();
                }
            }
        }
    }
}
