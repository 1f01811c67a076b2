package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/// Where the cables go, as the intent says: which switch a port hangs on, and what lies between
/// two.
public final class Wiring {
    private final Cluster cluster;
    private final Map<Link.End, Link> links = new HashMap<>();
    private final Map<String, Set<String>> besides = new LinkedHashMap<>();
    private final Set<String> hosts = new HashSet<>();

    public Wiring(Cluster cluster) {
        this.cluster = cluster;
        cluster.roster().forEach(h -> hosts.add(h.name()));
        cluster.hosts().forEach(h -> hosts.add(h.name()));
        for (Link link : cluster.links()) {
            links.putIfAbsent(link.a(), link);
            links.putIfAbsent(link.b(), link);
            if (isBetweenSwitches(link)) {
                neighbours(link.a().device()).add(link.b().device());
                neighbours(link.b().device()).add(link.a().device());
            }
        }
    }

    private Set<String> neighbours(String device) {
        return besides.computeIfAbsent(device, d -> new HashSet<>());
    }

    /// Whether neither end of the link is a host.
    public boolean isBetweenSwitches(Link link) {
        return !hosts.contains(link.a().device()) && !hosts.contains(link.b().device());
    }

    /// Every cable of the intent.
    public List<Link> links() {
        return cluster.links();
    }

    /// A rail port as the end of a cable.
    public static Link.End end(Host host, RailPort port) {
        return new Link.End(host.name(), port.interfaceName());
    }

    /// The cable in a port; empty when the intent names none.
    public Optional<Link> linkAt(Link.End end) {
        return Optional.ofNullable(links.get(end));
    }

    /// What the cable in a port is made of; empty when the intent does not say.
    public Optional<Cable> cableAt(Link.End end) {
        return linkAt(end).flatMap(Link::cable);
    }

    /// The switch that a rail port hangs on.
    public Optional<String> switchAt(Host host, RailPort port) {
        if (port.switchPort().isPresent()) {
            String place = port.switchPort().get();
            int slash = place.indexOf('/');
            return Optional.of(slash < 0 ? place : place.substring(0, slash));
        }
        Link.End end = end(host, port);
        return linkAt(end)
                .map(l -> l.a().equals(end) ? l.b().device() : l.a().device())
                .filter(d -> !hosts.contains(d));
    }

    /// Switches on the shortest way from one switch to another, both counted: what routing by hop
    /// count takes. Empty when the cables named do not join them.
    public OptionalInt switchesBetween(String one, String other) {
        Map<String, Integer> far = new HashMap<>(Map.of(one, 1));
        List<String> front = List.of(one);
        while (!front.isEmpty()) {
            if (far.containsKey(other)) {
                return OptionalInt.of(far.get(other));
            }
            List<String> next = new ArrayList<>();
            for (String device : front) {
                int more = far.getOrDefault(device, 0) + 1;
                for (String beside : besides.getOrDefault(device, Set.of())) {
                    if (far.putIfAbsent(beside, more) == null) {
                        next.add(beside);
                    }
                }
            }
            front = next;
        }
        return OptionalInt.empty();
    }

    /// Of a link between switches, by the link itself or else by the ports it ends in.
    public Optional<Bandwidth> speed(Link link) {
        return link.speed().or(() -> portSpeed(link.a())).or(() -> portSpeed(link.b()));
    }

    private Optional<Bandwidth> portSpeed(Link.End end) {
        return cluster.switches().stream()
                .filter(s -> s.name().equals(end.device()))
                .map(Switch::ports)
                .flatMap(List::stream)
                .filter(p -> p.name().equals(end.port()))
                .findFirst()
                .flatMap(SwitchPort::speed);
    }

    /// Of a rail port, as the intent wants it.
    public Optional<Bandwidth> speed(Host host, RailPort port) {
        return port.speed()
                .or(() -> linkAt(end(host, port)).flatMap(Link::speed))
                .or(() -> cluster.rail(port.rail()).flatMap(r -> r.speed()));
    }
}
