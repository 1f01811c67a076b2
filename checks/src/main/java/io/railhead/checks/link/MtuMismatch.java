package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.checks.lossless.LinkEnds;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.SwitchPort;
import java.util.Optional;
import java.util.Set;

/// A rail's interface has another MTU than the intent wants.
@AutoService(Check.class)
public final class MtuMismatch implements Check {

    @Override
    public String code() {
        return "mtu-mismatch";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The MTU of a rail's interface is not the one cluster.yaml wants for the rail.
                """,
                """
                Small packets pass, large ones vanish or are refused: ssh works and iperf3 or
                NCCL hangs; `ping -M do -s 8972` fails while `ping` answers; RDMA path MTU falls
                to 1024 where the interface has 1500; throughput and CPU load are worse than on
                the other hosts.
                """,
                """
                One host's network file was never changed, a re-created bond or VLAN came up
                with 1500, or the MTU was set by hand on the others and lost here at a reboot.
                """,
                """
                  railhead plan        # shows the MTU change, and the netplan file that makes it last
                  railhead apply
                By hand, until reboot: `ip link set dev IFNAME mtu 9000`. Every port along the
                way needs at least this MTU: switch ports count their own headers, so set 9216
                there.
                """,
                """
                  ip link show dev IFNAME
                  ping -c 3 -M do -s 8972 PEER        # 9000 less 28 bytes of headers, in both directions
                  railhead check --only mtu-mismatch
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(LldpAnnouncement.class, NetInterface.class, PfcState.class, SwitchPort.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Survey.Port port : survey.ports()) {
            int wanted = port.wanted().mtu();
            int live = port.live().mtu();
            if (live != wanted) {
                survey.error(port.subject())
                        .says("MTU " + live + ", wanted " + wanted + " on " + port.wanted().rail())
                        .because(
                                live < wanted
                                        ? "this host's network configuration was not changed, or"
                                                + " was lost; packets over "
                                                + live
                                                + " bytes cannot arrive here"
                                        : "this port sends packets of up to "
                                                + live
                                                + " bytes that its peers and switches need not take")
                        .fix(
                                "`railhead plan`, then `railhead apply`; by hand, until reboot: `ip"
                                        + " link set dev "
                                        + port.live().name()
                                        + " mtu "
                                        + wanted
                                        + "`")
                        .cites(port.live(), "mtu")
                        .cites(
                                survey.intent(
                                        port.host(),
                                        port.host().name()
                                                + ": "
                                                + port.wanted().rail()
                                                + " mtu "
                                                + wanted))
                        .explains(
                                "link-mtu-differs",
                                "path-mtu-blackhole",
                                "path-mtu-too-small",
                                "roce-mtu-1500",
                                "mtu-not-persistent")
                        .report();
            }
        }
        for (LinkEnds.Ends ends : LinkEnds.of(situation.facts(), situation.wanted())) {
            atSwitch(survey, situation, ends);
        }
    }

    /// A switch drops what is larger than its port takes; that it takes more is usual.
    private static void atSwitch(Survey survey, Situation situation, LinkEnds.Ends ends) {
        Optional<SwitchPort> leaf =
                LinkEnds.withMtu(situation.facts(), ends.leaf(), ends.leafPort()).stream()
                        .findFirst();
        Optional<NetInterface> nic = survey.live(ends.host(), ends.hostPort());
        if (leaf.isEmpty() || nic.isEmpty()) return;
        int theirs = leaf.get().mtu().get().value();
        if (nic.get().mtu() <= theirs) return;
        survey.error(LinkEnds.subject(ends))
                .says(
                        "the host sends up to "
                                + nic.get().mtu()
                                + " bytes, the switch port takes "
                                + theirs)
                .because("a switch drops what is larger than its port's MTU, silently")
                .fix("set the switch port to at least the host's MTU (usual: 9216)")
                .cites(nic.get(), "mtu")
                .cites(leaf.get().mtu().get().source())
                .explains("path-mtu-blackhole", "path-mtu-too-small")
                .report();
    }
}
