package io.railhead.intent;

import io.railhead.intent.Declared.LinkPlan;
import io.railhead.intent.Declared.SwitchPlan;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Link.End;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// What has to fit between hosts, switches, links and jobs.
final class FabricChecks {
    private static final String LINK = "the link";

    private final Problems problems;
    private final Resolver resolver;
    private final Map<String, Host> hosts = new LinkedHashMap<>();
    private final Map<String, Switch> switches = new LinkedHashMap<>();
    private final Map<String, Map<String, SwitchPort>> switchPorts = new HashMap<>();
    private final Set<String> oddMtu = new HashSet<>();
    private final Map<String, Plug> plugs = new HashMap<>();
    private final Unreadable unreadable;

    FabricChecks(
            Problems problems,
            Resolver resolver,
            List<Host> hosts,
            List<Switch> switches,
            Unreadable unreadable) {
        this.problems = problems;
        this.resolver = resolver;
        this.unreadable = unreadable;
        hosts.forEach(h -> this.hosts.put(h.name(), h));
        for (Switch s : switches) {
            this.switches.put(s.name(), s);
            Map<String, SwitchPort> ports = new HashMap<>();
            s.ports().forEach(p -> ports.put(p.name(), p));
            switchPorts.put(s.name(), ports);
        }
    }

    /// @param peer the other end
    /// @param fromLink written as a link, not as a port's `switch-port`
    private record Plug(String peer, Optional<String> hypervisor, boolean fromLink, Spot at) {}

    /// What is known of one end.
    private record Known(OptionalInt mtu, Optional<Bandwidth> speed, boolean isSwitch) {}

    void names(List<SwitchPlan> plans) {
        for (SwitchPlan plan : plans) {
            Host host = hosts.get(plan.named().name());
            if (host != null) {
                problems.perHost(
                        plan.at(),
                        "name",
                        host.name() + " is also the name of a host (line " + host.line() + ")",
                        "give the switch a name of its own, so that links can tell them apart");
            }
        }
    }

    /// One rail is one broadcast domain: a port with another MTU loses what the others send it.
    void railMtus(List<Rail> rails) {
        for (Rail rail : rails) {
            Map<Integer, Integer> counts = new HashMap<>();
            for (Host host : hosts.values()) {
                host.rail(rail.name()).ifPresent(p -> counts.merge(p.mtu(), 1, Integer::sum));
            }
            if (counts.size() < 2) {
                continue;
            }
            int usual =
                    counts.containsKey(rail.mtu())
                            ? rail.mtu()
                            : counts.entrySet().stream()
                                    .max(Map.Entry.comparingByValue())
                                    .orElseThrow()
                                    .getKey();
            for (Host host : hosts.values()) {
                Optional<RailPort> port = host.rail(rail.name()).filter(p -> p.mtu() != usual);
                if (port.isPresent()) {
                    oddMtu.add(host.name() + "/" + port.get().interfaceName());
                    problems.perHost(
                            resolver.mtuSpot(port.get()),
                            "mtu" + rail.name(),
                            "MTU "
                                    + port.get().mtu()
                                    + " of "
                                    + host.name()
                                    + " on "
                                    + rail.name()
                                    + " differs from the "
                                    + usual
                                    + " of the others",
                            "give all ports of a rail one MTU");
                }
            }
        }
    }

    void switchPorts() {
        for (Host host : hosts.values()) {
            for (RailPort port : host.rails()) {
                if (port.switchPort().isEmpty()) {
                    continue;
                }
                Spot at = resolver.switchSpot(port);
                Optional<End> far = end(port.switchPort().get(), at);
                if (far.isEmpty() || !exists(far.get(), at, true)) {
                    continue;
                }
                End near = new End(host.name(), port.interfaceName());
                plug(near, far.get(), host.hypervisor(), false, at);
                plug(far.get(), near, host.hypervisor(), false, at);
                fits(near, far.get(), OptionalInt.empty(), Optional.empty(), at, at, at);
            }
        }
    }

    List<Link> links(List<LinkPlan> plans) {
        List<Link> links = new ArrayList<>();
        for (LinkPlan plan : plans) {
            List<End> as = ends(plan.a());
            List<End> bs = ends(plan.b());
            if (as.size() != bs.size() && !as.isEmpty() && !bs.isEmpty()) {
                problems.error(
                        plan.b().at(),
                        "stands for " + bs.size() + " ports, the other end for " + as.size(),
                        "let both ranges have the same length");
                continue;
            }
            for (int i = 0; i < Math.min(as.size(), bs.size()); i++) {
                link(plan, as.get(i), bs.get(i)).ifPresent(links::add);
            }
        }
        return links;
    }

    private Optional<Link> link(LinkPlan plan, End a, End b) {
        boolean known = exists(a, plan.a().at(), false) & exists(b, plan.b().at(), false);
        if (a.equals(b)) {
            problems.perHost(
                    plan.b().at(), "self", "both ends are " + a, "name the port at the other end");
            return Optional.empty();
        }
        if (known) {
            plug(a, b, Optional.empty(), true, plan.a().at());
            plug(b, a, Optional.empty(), true, plan.b().at());
            fits(
                    a,
                    b,
                    plan.mtu().map(m -> OptionalInt.of(m.value())).orElse(OptionalInt.empty()),
                    plan.speed().map(Located::value),
                    plan.b().at(),
                    plan.mtu().map(Located::at).orElse(plan.b().at()),
                    plan.speed().map(Located::at).orElse(plan.b().at()));
        }
        return Optional.of(
                new Link(
                        a,
                        b,
                        plan.cable(),
                        plan.speed().map(Located::value),
                        plan.mtu()
                                .map(m -> OptionalInt.of(m.value()))
                                .orElse(OptionalInt.empty())));
    }

    private List<End> ends(Located<String> text) {
        switch (Ranges.expand(text.value(), HostRanges.MOST)) {
            case Ranges.Bad bad -> {
                problems.error(text.at(), bad.message(), bad.remedy());
                return List.of();
            }
            case Ranges.Good good -> {
                List<End> ends = new ArrayList<>();
                for (Ranges.Expanded one : good.all()) {
                    end(one.text(), text.at()).ifPresent(ends::add);
                }
                return ends;
            }
        }
    }

    private Optional<End> end(String text, Spot at) {
        int slash = text.indexOf('/');
        if (slash < 1 || slash == text.length() - 1) {
            problems.perHost(
                    at,
                    "end",
                    "\"" + Ranges.shortened(text) + "\" does not name a machine and its port",
                    "write machine/port, such as gpu1/ens6 or leaf1/Ethernet1/27");
            return Optional.empty();
        }
        return Optional.of(new End(text.substring(0, slash), text.substring(slash + 1)));
    }

    private boolean exists(End end, Spot at, boolean switchOnly) {
        Host host = switchOnly ? null : hosts.get(end.device());
        if (host != null) {
            if (host.port(end.port()).isEmpty()) {
                if (resolver.incomplete().contains(host.name())) {
                    return false;
                }
                problems.perHost(
                        at,
                        "port",
                        host.name() + " has no rail port " + end.port(),
                        NearestName.remedy(
                                end.port(),
                                host.rails().stream().map(RailPort::interfaceName).toList(),
                                "interfaces of " + host.name()));
                return false;
            }
            return true;
        }
        Map<String, SwitchPort> ports = switchPorts.get(end.device());
        if (ports == null) {
            boolean dangling =
                    !unreadable.switchOf(end.device())
                            && (switchOnly || !unreadable.host(end.device()));
            if (dangling) {
                List<String> known = new ArrayList<>(switchOnly ? List.of() : hosts.keySet());
                known.addAll(switches.keySet());
                problems.perHost(
                        at,
                        "device",
                        "there is no "
                                + (switchOnly ? "switch " : "host or switch ")
                                + Ranges.shortened(end.device()),
                        NearestName.remedy(
                                end.device(), known, switchOnly ? "switches" : "machines"));
            }
            return false;
        }
        if (!ports.isEmpty() && !ports.containsKey(end.port())) {
            problems.perHost(
                    at,
                    "port",
                    "switch "
                            + end.device()
                            + " has no port "
                            + Ranges.shortened(end.port())
                            + " in this file",
                    NearestName.of(end.port(), ports.keySet())
                            .map(n -> "did you mean " + n + "? Otherwise add it to its ports:")
                            .orElse("add it to the switch's ports:"));
            return false;
        }
        return true;
    }

    private void plug(End end, End peer, Optional<String> hypervisor, boolean fromLink, Spot at) {
        Plug plug = new Plug(peer.toString(), hypervisor, fromLink, at);
        Plug first = plugs.putIfAbsent(end.toString(), plug);
        if (first == null
                || (first.peer.equals(plug.peer) && first.fromLink != fromLink)
                || (hypervisor.isPresent() && hypervisor.equals(first.hypervisor))) {
            return;
        }
        problems.perHost(
                at,
                "plug",
                end
                        + " already holds the cable to "
                        + first.peer
                        + " (line "
                        + first.at.line()
                        + ")",
                "a port takes one cable; virtual machines behind one port name their common"
                        + " hypervisor:");
    }

    private Known known(End end) {
        Host host = hosts.get(end.device());
        if (host != null) {
            Optional<RailPort> port = host.port(end.port());
            return new Known(
                    port.map(p -> OptionalInt.of(p.mtu())).orElse(OptionalInt.empty()),
                    port.flatMap(RailPort::speed),
                    false);
        }
        SwitchPort port = switchPorts.getOrDefault(end.device(), Map.of()).get(end.port());
        return port == null
                ? new Known(OptionalInt.empty(), Optional.empty(), true)
                : new Known(port.mtu(), port.speed(), true);
    }

    /// A switch port may carry larger frames than the hosts send, never smaller; between equals the
    /// MTU is equal.
    private void fits(
            End a,
            End b,
            OptionalInt mtu,
            Optional<Bandwidth> speed,
            Spot at,
            Spot mtuAt,
            Spot speedAt) {
        Known left = known(a);
        Known right = known(b);
        boolean told = false;
        if (left.mtu.isPresent() && right.mtu.isPresent()) {
            told = oddMtu.contains(a.toString()) || oddMtu.contains(b.toString());
            if (!told) {
                told = unequal(a.toString(), left, b.toString(), right, at);
            }
        }
        if (mtu.isPresent() && !told) {
            Known wanted = new Known(mtu, Optional.empty(), left.isSwitch && right.isSwitch);
            if (!unequal(LINK, wanted, a.toString(), left, mtuAt)) {
                unequal(LINK, wanted, b.toString(), right, mtuAt);
            }
        }
        rates(a.toString(), left.speed, b.toString(), right.speed, at);
        if (left.speed.equals(right.speed) || left.speed.isEmpty() || right.speed.isEmpty()) {
            rates(LINK, speed, a.toString(), left.speed, speedAt);
            rates(LINK, speed, b.toString(), right.speed, speedAt);
        }
    }

    private boolean unequal(String a, Known left, String b, Known right, Spot at) {
        if (left.mtu.isEmpty() || right.mtu.isEmpty()) {
            return false;
        }
        int leftMtu = left.mtu.getAsInt();
        int rightMtu = right.mtu.getAsInt();
        boolean fits =
                left.isSwitch == right.isSwitch
                        ? leftMtu == rightMtu
                        : left.isSwitch ? leftMtu >= rightMtu : rightMtu >= leftMtu;
        if (!fits) {
            problems.perHost(
                    at,
                    "mtu",
                    "unequal MTU over one link: "
                            + a
                            + " has "
                            + leftMtu
                            + ", "
                            + b
                            + " has "
                            + rightMtu,
                    left.isSwitch == right.isSwitch
                            ? "give both ends one MTU"
                            : "give the switch port at least the MTU of the host");
        }
        return !fits;
    }

    private void rates(
            String a, Optional<Bandwidth> left, String b, Optional<Bandwidth> right, Spot at) {
        if (left.isPresent() && right.isPresent() && !left.equals(right)) {
            problems.perHost(
                    at,
                    "speed",
                    "unequal speed over one link: "
                            + a
                            + " has "
                            + Units.speed(left.get())
                            + ", "
                            + b
                            + " has "
                            + Units.speed(right.get()),
                    "both ends of a cable run at one speed: correct one of them");
        }
    }
}
