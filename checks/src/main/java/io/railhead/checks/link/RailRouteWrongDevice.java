package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Route;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// A rail's network is routed through another port.
@AutoService(Check.class)
public final class RailRouteWrongDevice implements Check {

    @Override
    public String code() {
        return "rail-route-wrong-device";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The route to a rail's network leaves through another port than the rail's.
                """,
                """
                `ip route get PEER` names the wrong device; the rail's port counts no traffic
                while another does; bandwidth is that of the management network.
                """,
                """
                The same network is on two ports and the other has the better metric, a static
                route was added, or the rail's own address is missing so that a wider route
                takes over.
                """,
                """
                  ip route get PEER
                  ip route del NETWORK dev WRONG
                Remove it from the file it comes from: `grep -rn routes: /etc/netplan`.
                """,
                """
                  ip route get PEER        # dev is the rail's port
                  railhead check --only rail-route-wrong-device
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Route.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(Route.class, h -> !h.rails().isEmpty())) {
            for (RailPort port : host.rails()) {
                List<Route> routes =
                        survey.facts().of(host.name(), Route.class).stream()
                                .filter(r -> r.table().equals("main"))
                                .filter(
                                        r ->
                                                Subnet.parse(r.destination())
                                                        .filter(port.subnet()::equals)
                                                        .isPresent())
                                .sorted(Comparator.comparingInt(r -> r.metric().orElse(0)))
                                .toList();
                if (!routes.isEmpty() && !routes.getFirst().device().equals(port.interfaceName())) {
                    Route best = routes.getFirst();
                    survey.error(host.name() + " " + port.interfaceName())
                            .says(
                                    port.subnet()
                                            + " of "
                                            + port.rail()
                                            + " is routed through "
                                            + best.device()
                                            + " instead of "
                                            + port.interfaceName())
                            .because(
                                    routes.size() > 1
                                            ? "two ports are in this network and "
                                                    + best.device()
                                                    + " has the better metric"
                                            : "only " + best.device() + " has a route to it")
                            .fix(
                                    "`ip route del "
                                            + best.destination()
                                            + " dev "
                                            + best.device()
                                            + "` and take its address or route out of the network"
                                            + " files")
                            .cites(best, best.destination())
                            .explains("rail-peer-unreachable", "path-mtu-too-small")
                            .report();
                }
            }
        }
    }
}
