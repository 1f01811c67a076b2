package io.railhead.checks.link;

import com.google.auto.service.AutoService;
import io.railhead.checks.Addresses;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Neighbour;
import io.railhead.model.fact.PingResult;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.List;
import java.util.Set;

/// A peer's rail address got no answer to ARP.
@AutoService(Check.class)
public final class NeighbourFailed implements Check {

    @Override
    public String code() {
        return "neighbour-failed";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                A host asked for the MAC of a peer's rail address and got no answer.
                """,
                """
                `ip neigh` shows the address as FAILED; connections end with "No route to host"
                after some seconds.
                """,
                """
                The peer is down, its port has no link or another address, the two ports are in
                different VLANs, or the question left through the wrong port.
                """,
                """
                  ip neigh show ADDRESS
                  arping -c 3 -I IFNAME ADDRESS
                  tcpdump -ni IFNAME arp         # on the peer: does the question arrive?
                Check VLAN and cabling of both ports when the question does not arrive.
                """,
                """
                  ping -c 1 ADDRESS && ip neigh show ADDRESS      # REACHABLE
                  railhead check --only neighbour-failed
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(Neighbour.class, PingResult.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        boolean alone = survey.wanted().filter(c -> c.hosts().size() < 2).isPresent();
        for (Host host : survey.hosts(Neighbour.class, h -> !alone && !h.rails().isEmpty())) {
            for (Neighbour n : survey.facts().of(host.name(), Neighbour.class)) {
                if (!n.state().equals("FAILED")) {
                    continue;
                }
                for (Host peer : survey.wanted().map(Cluster::hosts).orElse(List.of())) {
                    for (RailPort port : peer.rails()) {
                        if (Addresses.same(port.address(), n.address())
                                && peer != host
                                && !answered(survey, host, peer, port)) {
                            survey.error(host.name() + " -> " + peer.name() + " " + port.rail())
                                    .says(n.address() + " does not answer ARP on " + n.device())
                                    .because(
                                            peer.name()
                                                    + "'s port is down, has another address, or is"
                                                    + " in another VLAN")
                                    .fix(
                                            "`arping -c 3 -I "
                                                    + n.device()
                                                    + " "
                                                    + n.address()
                                                    + "`, and on "
                                                    + peer.name()
                                                    + " `tcpdump -ni "
                                                    + port.interfaceName()
                                                    + " arp`")
                                    .cites(n, n.address())
                                    .explains("rail-peer-unreachable")
                                    .report();
                        }
                    }
                }
            }
        }
    }

    /// Whether a ping of this very collection was answered, either way: then the failure is an old
    /// one that the table still shows.
    private static boolean answered(Survey survey, Host host, Host peer, RailPort port) {
        return pings(survey, host, port.address())
                || host.rail(port.rail())
                        .filter(own -> pings(survey, peer, own.address()))
                        .isPresent();
    }

    private static boolean pings(Survey survey, Host from, String address) {
        return survey.facts().of(from.name(), PingResult.class).stream()
                .anyMatch(p -> p.received() > 0 && Addresses.same(p.target(), address));
    }
}
