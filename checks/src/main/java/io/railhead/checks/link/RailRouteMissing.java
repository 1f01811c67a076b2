package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.Route;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A rail's port has its address and no route to the rail's network.
@AutoService(Check.class)
public final class RailRouteMissing implements Check {

    @Override
    public String code() {
        return "rail-route-missing";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A rail's port is up and has its address, and the kernel has no route to the rail's
                network.
                """,
                """
                "Network is unreachable" or "No route to host" to peers on the rail; or packets
                leave by the default route, over the management network, and vanish.
                """,
                """
                The route that comes with the address was deleted by hand or by a tool, the address
                was set with `noprefixroute`, or as a /32.
                """,
                """
                  ip route add NETWORK dev IFNAME src ADDRESS
                or set the address anew, which makes the route: `netplan apply`.
                """,
                """
                  ip route get PEER        # dev is the rail's port
                  railhead check --only rail-route-missing
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class, Route.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Route.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                Optional<NetInterface> live = survey.live(host.name(), port.interfaceName());
                boolean addressed =
                        live.filter(NetInterface::adminUp)
                                .filter(NetInterface::carrier)
                                .filter(i -> has(i, port))
                                .isPresent();
                if (!addressed || live.isEmpty()) continue; // Those are other findings.
                List<Route> routes = survey.facts().of(host.name(), Route.class);
                if (routes.stream().anyMatch(r -> leadsTo(r, port))) continue;
                Optional<Route> instead =
                        routes.stream().filter(r -> r.destination().equals("default")).findFirst();
                survey.error(host.name() + " " + port.interfaceName())
                        .says(
                                "no route leads to "
                                        + port.subnet()
                                        + " of "
                                        + port.rail()
                                        + ", though "
                                        + port.interfaceName()
                                        + " is up and has "
                                        + port.address())
                        .because(
                                instead.map(
                                                r ->
                                                        "the route was taken away; packets to peers"
                                                                + " leave by the default route"
                                                                + " through "
                                                                + r.device())
                                        .orElse(
                                                "the route was taken away, or the address was set"
                                                        + " without one"))
                        .fix(
                                "`ip route add "
                                        + port.subnet()
                                        + " dev "
                                        + port.interfaceName()
                                        + " src "
                                        + port.address()
                                        + "`, or set the address anew (`netplan apply`)")
                        .cites(live.get(), port.address(), "\"ifname\"")
                        .cites(survey.lacking(routes.getFirst(), "no row for " + port.subnet()))
                        .explains(
                                "rail-peer-unreachable",
                                "path-mtu-too-small",
                                "path-mtu-blackhole",
                                "neighbour-failed")
                        .report();
            }
        }
    }

    private static boolean has(NetInterface i, RailPort port) {
        return i.addresses().stream().anyMatch(a -> a.address().equals(port.address()));
    }

    /// A route of any table may be reached by a rule; a wide one over this port will do.
    private static boolean leadsTo(Route route, RailPort port) {
        Optional<Subnet> to = Subnet.parse(route.destination());
        boolean here = route.device().equals(port.interfaceName());
        return to.filter(s -> s.equals(port.subnet()) || (here && s.overlaps(port.subnet())))
                        .isPresent()
                || (here && route.destination().equals("default"));
    }
}
