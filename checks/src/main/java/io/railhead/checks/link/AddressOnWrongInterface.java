package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.Optional;
import java.util.Set;

/// A rail's address is on another interface than the intent says.
@AutoService(Check.class)
public final class AddressOnWrongInterface implements Check {

    @Override
    public String code() {
        return "address-on-wrong-interface";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's address is on the host, but on another interface than cluster.yaml
                says.
                """,
                """
                Traffic of the rail leaves through another port: the wrong switch, the wrong
                speed, or the management network. GPU and NIC of a rail no longer belong
                together.
                """,
                """
                Cables or port names were swapped, or the netplan file names the wrong
                interface.
                """,
                """
                Decide which is right. If the cable is: correct `interface:` in cluster.yaml. If
                the intent is:
                  railhead plan
                  railhead apply
                  ip addr del ADDRESS/PREFIX dev WRONG     # the old place, and its netplan entry
                """,
                """
                  ip -br addr
                  railhead check --only address-on-wrong-interface
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(NetInterface.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                Optional<NetInterface> meant = survey.live(host.name(), port.interfaceName());
                for (NetInterface holder :
                        Addresses.holders(survey.facts(), host.name(), port.address())) {
                    if (meant.filter(m -> m.name().equals(holder.name())).isPresent()) {
                        continue;
                    }
                    survey.error(host.name() + " " + port.interfaceName())
                            .says(
                                    port.rail()
                                            + "'s address "
                                            + port.address()
                                            + " is on "
                                            + holder.name()
                                            + " instead of "
                                            + port.interfaceName())
                            .because(
                                    "port names or cables are swapped, or a network file names the"
                                            + " wrong interface")
                            .fix(
                                    "`railhead plan`, then `railhead apply`, and take it away from "
                                            + holder.name()
                                            + " (`ip addr del "
                                            + port.cidr()
                                            + " dev "
                                            + holder.name()
                                            + "` and its netplan entry); or correct the interface"
                                            + " in the intent")
                            .cites(holder, port.address())
                            .explains(
                                    "neighbour-failed",
                                    "rail-peer-unreachable",
                                    "roce-gid-missing",
                                    "same-subnet-arp-flux",
                                    "rail-route-wrong-device",
                                    "address-extra")
                            .report();
                }
            }
        }
    }
}
