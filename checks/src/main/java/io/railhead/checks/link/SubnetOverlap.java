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
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The networks of two ports of one host overlap.
@AutoService(Check.class)
public final class SubnetOverlap implements Check {

    @Override
    public String code() {
        return "subnet-overlap";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The networks of two ports of one host overlap without being the same.
                """,
                """
                The longer prefix wins: peers that belong to one port are reached through the
                other, or not at all.
                """,
                """
                One port has a wider prefix than meant (/16 beside /24), or two address plans
                collide.
                """,
                """
                  ip -br -4 addr
                  ip route get PEER
                Correct the prefix (`railhead plan` does it for rail addresses) or renumber one
                of the two.
                """,
                """
                  ip route            # one route a network, none inside another
                  railhead check --only subnet-overlap
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(NetInterface.class);
    }

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (String machine : survey.machines(NetInterface.class)) {
            List<Net> seen = new ArrayList<>();
            for (NetInterface i : survey.facts().of(machine, NetInterface.class)) {
                if (i.kind().equals("loopback") || !i.adminUp()) {
                    continue;
                }
                for (InterfaceAddress a : i.addresses()) {
                    Addresses.subnet(a)
                            .filter(s -> a.scope().equals("global"))
                            .filter(s -> s.prefix() < (s.isIpv6() ? 128 : 32))
                            .ifPresent(s -> seen.add(new Net(i, a, s)));
                }
            }
            pairs(survey, machine, seen);
        }
    }

    private record Net(NetInterface port, InterfaceAddress address, Subnet subnet) {
        @Override
        public String toString() {
            return port.name() + " " + address.address() + "/" + address.prefix();
        }
    }

    /// A wider network is looked up under each prefix length that occurs: pasted evidence may hold
    /// tens of thousands of addresses, and what is printed twice is one.
    private static void pairs(Survey survey, String machine, List<Net> seen) {
        Map<String, Net> distinct = new LinkedHashMap<>();
        seen.forEach(n -> distinct.putIfAbsent(n.toString(), n));
        Map<Subnet, List<Net>> at = new HashMap<>();
        TreeSet<Integer> prefixes = new TreeSet<>();
        for (Net n : distinct.values()) {
            at.computeIfAbsent(n.subnet(), s -> new ArrayList<>()).add(n);
            prefixes.add(n.subnet().prefix());
        }
        for (Net narrow : distinct.values()) {
            for (int prefix : prefixes.headSet(narrow.subnet().prefix())) {
                Subnet.parse(narrow.subnet().network() + "/" + prefix).map(at::get).stream()
                        .flatMap(List::stream)
                        .filter(wide -> !wide.port().name().equals(narrow.port().name()))
                        .forEach(wide -> overlap(survey, machine, wide, narrow));
            }
        }
    }

    private static void overlap(Survey survey, String machine, Net wide, Net narrow) {
        survey.error(machine + " " + wide.port().name() + "/" + narrow.port().name())
                .says("networks overlap: " + wide + " and " + narrow)
                .because(
                        "the narrower network takes the peers that both claim; the other port never"
                                + " sees them")
                .fix(
                        "give them networks that do not overlap; a wrong prefix of a rail address is"
                                + " mended by `railhead plan`")
                .cites(wide.port(), wide.address().address())
                .cites(narrow.port(), narrow.address().address())
                .explains("rail-peer-unreachable", "neighbour-failed", "rail-route-wrong-device")
                .report();
    }
}
