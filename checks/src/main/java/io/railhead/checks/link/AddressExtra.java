package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.RailPort;
import java.util.Set;

/// A rail's interface has a further address in a rail's subnet.
@AutoService(Check.class)
public final class AddressExtra implements Check {

    @Override
    public String code() {
        return "address-extra";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's interface has a further address of its own or another rail's subnet.
                """,
                """
                Connections come from an address that nobody expects; the GID table has entries
                for both, so that the index of the right one differs between hosts; ARP answers
                for the other rail on this port.
                """,
                """
                An old address was never taken away after renumbering, two network files both
                configure the port, or a DHCP server answers on the rail.
                """,
                """
                  ip addr del ADDRESS/PREFIX dev IFNAME
                and remove it from the file it comes from: `grep -rn ADDRESS /etc/netplan
                /etc/network /run/netplan`.
                """,
                """
                  ip -br addr show dev IFNAME
                  railhead check --only address-extra
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
            for (InterfaceAddress a : port.live().addresses()) {
                if (Addresses.same(a.address(), port.wanted().address())
                        || !a.scope().equals("global")) {
                    continue;
                }
                for (RailPort of : port.host().rails()) {
                    if (of.subnet().contains(a.address())) {
                        report(survey, port, a, of);
                    }
                }
            }
        }
    }

    private static void report(Survey survey, Survey.Port port, InterfaceAddress a, RailPort of) {
        boolean own = of.rail().equals(port.wanted().rail());
        survey.draft(own ? Severity.WARNING : Severity.ERROR, port.subject())
                .says(
                        port.live().name()
                                + " also has "
                                + a.address()
                                + "/"
                                + a.prefix()
                                + " of "
                                + (own ? "its own rail" : of.rail() + ", another rail"))
                .because(
                        a.dynamic()
                                ? "a DHCP server answers on this network"
                                : "an address left from before, or a second network file")
                .fix(
                        "`ip addr del "
                                + a.address()
                                + "/"
                                + a.prefix()
                                + " dev "
                                + port.live().name()
                                + "`, and take it out of the file that sets it: `grep -rn "
                                + a.address()
                                + " /etc/netplan /run/netplan`")
                .cites(port.live(), a.address())
                .explains(
                        "gid-index-differs-between-nodes",
                        "same-subnet-arp-flux",
                        "rail-route-wrong-device")
                .report();
    }
}
