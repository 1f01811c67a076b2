package io.railhead.checks.rdma;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// The interface's MTU keeps RDMA messages in small packets.
@AutoService(Check.class)
public final class RoceMtu1500 implements Check {

    @Override
    public String code() {
        return "roce-mtu-1500";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The Ethernet MTU of a RoCE port is so small that RDMA uses 1024 or 2048 byte
                packets where it could use 4096.
                """,
                """
                `ibv_devinfo` says active_mtu 1024; bandwidth stops at 92.6 % of the line (98.0
                % with 4096) and more packets a second are needed; this is the whole line for
                that size, not a fault of the card.
                """,
                """
                RDMA packets must fit the interface's MTU with their headers: 4096 needs 4200,
                2048 needs 2200. With the usual 1500 only 1024 fits.
                """,
                """
                  railhead plan        # once cluster.yaml has mtu: 9000 for the rail
                  railhead apply
                Switch ports first: 9216. `ip link set dev IFNAME mtu 9000` by hand, until
                reboot.
                """,
                """
                  ibv_devinfo -d DEVICE | grep active_mtu      # 4096
                  railhead check --only roce-mtu-1500
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
                int mtu = live.get().mtu();
                int best = info.maxMtu().orElse(4096);
                if (active < best && Rdma.fitting(mtu) < best) {
                    survey.draft(
                                    port.wanted().mtu() >= 4200 ? Severity.ERROR : Severity.WARNING,
                                    port.subject())
                            .says(
                                    String.format(
                                            Locale.ROOT,
                                            "RDMA MTU is %d (at most %.1f %% of the line carries data; %d"
                                                    + " would allow %.1f %%), because %s has MTU %d",
                                            active,
                                            Rdma.efficiency(active),
                                            best,
                                            Rdma.efficiency(best),
                                            live.get().name(),
                                            mtu))
                            .because(
                                    "RDMA packets must fit the interface's MTU: "
                                            + best
                                            + " bytes need 4200")
                            .fix(
                                    "`mtu: 9000` for "
                                            + port.wanted().rail()
                                            + " in the intent, switch ports 9216, then `railhead"
                                            + " plan`")
                            .cites(info.at("active_mtu"))
                            .cites(live.get(), "mtu")
                            .report();
                }
            }
        }
    }
}
