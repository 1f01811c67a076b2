package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import java.util.Set;

/// A rail's address has another prefix length than the rail's subnet.
@AutoService(Check.class)
public final class AddressPrefixWrong implements Check {

    @Override
    public String code() {
        return "address-prefix-wrong";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's address is there, but with another prefix length than the rail's
                subnet.
                """,
                """
                Some peers answer, others are sent to the gateway or are not routed at all; two
                rails may overlap.
                """,
                """
                A typing error in one host's network file (/16 for /24), or /32 because the
                prefix was left out.
                """,
                """
                  railhead plan
                  railhead apply
                By hand: `ip addr add ADDRESS/RIGHT dev IFNAME && ip addr del ADDRESS/WRONG dev
                IFNAME`.
                """,
                """
                  ip -br addr show dev IFNAME
                  railhead check --only address-prefix-wrong
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
                int wanted = port.wanted().subnet().prefix();
                if (Addresses.same(a.address(), port.wanted().address()) && a.prefix() != wanted) {
                    String effect =
                            a.prefix() > wanted
                                    ? "peers outside the smaller network are not on the link"
                                    : "addresses of other networks are looked for on this link";
                    survey.error(port.subject())
                            .says(
                                    "prefix length of "
                                            + a.address()
                                            + " is /"
                                            + a.prefix()
                                            + ", wanted /"
                                            + wanted)
                            .because("the network file of this host has another prefix: " + effect)
                            .fix(
                                    "`railhead plan`, then `railhead apply`; by hand: `ip addr add "
                                            + port.wanted().cidr()
                                            + " dev "
                                            + port.live().name()
                                            + "`, then `ip addr del "
                                            + a.address()
                                            + "/"
                                            + a.prefix()
                                            + " dev "
                                            + port.live().name()
                                            + "`")
                            .cites(port.live(), a.address())
                            .explains(
                                    "rail-peer-unreachable",
                                    "neighbour-failed",
                                    "subnet-overlap",
                                    "rail-route-wrong-device",
                                    "address-not-persistent")
                            .report();
                }
            }
        }
    }
}
