package io.railhead.intent;

import io.railhead.model.Facts;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.Route;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds rails among what machines say of themselves: subnets that several of them share, on
/// interfaces other than the one they are managed over.
final class RailFinder {
    /// Of containers, virtual machines and tunnels: never a rail.
    private static final Pattern INTERNAL =
            Pattern.compile(
                    "(lo|docker|br-|virbr|vnet|cni|flannel|cali|cilium|lxc|lxdbr|podman|wg|tun|tap"
                            + "|tailscale|zt|ip6?tnl|sit|dummy|kube).*");

    private static final Set<String> KINDS_OF_NOTHING =
            Set.of("loopback", "bridge", "tun", "wireguard", "vxlan", "dummy", "ipip", "sit");

    private final Facts facts;
    private final List<Host> hosts;
    private final Map<String, List<String>> remarks = new LinkedHashMap<>();

    /// @param hosts those that answered
    RailFinder(Facts facts, List<Host> hosts) {
        this.facts = facts;
        this.hosts = hosts;
    }

    /// What a reader should know about a host, by name.
    Map<String, List<String>> remarks() {
        return remarks;
    }

    private void remark(String host, String text) {
        remarks.computeIfAbsent(host, h -> new ArrayList<>()).add(text);
    }

    /// Rails in the order of the first machine's interfaces, each with at most one port a machine.
    List<List<SeenPort>> rails() {
        Map<String, String> management = new LinkedHashMap<>();
        hosts.forEach(h -> management(h).ifPresent(m -> management.put(h.name(), m)));
        List<List<SeenPort>> rails = shared(management);
        if (rails.isEmpty() && hosts.stream().anyMatch(h -> anyRdma(h.name()))) {
            // One network for everything: still the network that RDMA uses.
            rails = shared(Map.of());
            for (List<SeenPort> rail : rails) {
                rail.forEach(p -> remark(p.host(), "logged in to over its rail: no other network"));
            }
        }
        return rails;
    }

    /// The interface a machine is reached over: the one with the address that was connected to,
    /// otherwise that of the default route.
    private Optional<String> management(Host host) {
        for (NetInterface port : facts.of(host.name(), NetInterface.class)) {
            for (InterfaceAddress address : port.addresses()) {
                if (Subnet.canonical(address.address()).equals(Subnet.canonical(host.address()))) {
                    return Optional.of(port.name());
                }
            }
        }
        return facts.of(host.name(), Route.class).stream()
                .filter(r -> r.destination().equals("default"))
                .min(Comparator.comparingInt(r -> r.metric().orElse(0)))
                .map(Route::device);
    }

    private List<List<SeenPort>> shared(Map<String, String> management) {
        Set<Subnet> managed = new HashSet<>();
        List<SeenPort> ports = new ArrayList<>();
        for (Host host : hosts) {
            for (SeenPort port : ports(host)) {
                if (port.port().name().equals(management.get(host.name()))) {
                    managed.add(port.subnet());
                } else {
                    ports.add(port);
                }
            }
        }
        Map<Subnet, List<SeenPort>> bySubnet = new LinkedHashMap<>();
        for (SeenPort port : ports) {
            if (!managed.contains(port.subnet())) {
                bySubnet.computeIfAbsent(port.subnet(), s -> new ArrayList<>()).add(port);
            }
        }
        List<List<SeenPort>> rails = new ArrayList<>();
        Set<String> used = new HashSet<>();
        Set<String> addresses = new HashSet<>();
        bySubnet.entrySet().stream()
                .sorted(Comparator.comparing(e -> e.getKey().isIpv6()))
                .forEach(
                        e -> {
                            List<SeenPort> rail = onePortEach(e.getValue(), used, addresses);
                            if (isRail(e.getKey(), rail, rails)) {
                                rail.forEach(p -> used.add(p.host() + "/" + p.port().name()));
                                rails.add(rail);
                            }
                        });
        rails.sort(Comparator.comparingInt(r -> r.getFirst().port().index()));
        return rails;
    }

    /// Drops what cannot stand in one cluster.yaml together, and says so.
    private List<SeenPort> onePortEach(
            List<SeenPort> ports, Set<String> used, Set<String> addresses) {
        Set<String> seen = new LinkedHashSet<>();
        List<SeenPort> kept = new ArrayList<>();
        for (SeenPort port : ports) {
            String what = port.port().name() + " " + port.address().address();
            if (used.contains(port.host() + "/" + port.port().name())) {
                // Its second address family; a port is on one rail.
                continue;
            }
            if (!seen.add(port.host())) {
                remark(port.host(), what + " is in the subnet of another of its ports: left out");
            } else if (!addresses.add(port.address().address())) {
                remark(port.host(), what + " is also the address of another host: left out");
            } else {
                kept.add(port);
            }
        }
        return kept;
    }

    private boolean isRail(Subnet subnet, List<SeenPort> ports, List<List<SeenPort>> rails) {
        if (ports.isEmpty()) {
            return false;
        }
        if (ports.size() < 2 && hosts.size() > 1) {
            for (SeenPort port : ports) {
                remark(
                        port.host(),
                        port.port().name() + " is alone in " + subnet + ": no rail made of it");
            }
            return false;
        }
        for (List<SeenPort> rail : rails) {
            if (rail.getFirst().subnet().overlaps(subnet)) {
                for (SeenPort port : ports) {
                    remark(
                            port.host(),
                            port.port().name()
                                    + " is in "
                                    + subnet
                                    + ", which overlaps "
                                    + rail.getFirst().subnet()
                                    + ": left out");
                }
                return false;
            }
        }
        return true;
    }

    private List<SeenPort> ports(Host host) {
        List<SeenPort> ports = new ArrayList<>();
        for (NetInterface port : facts.of(host.name(), NetInterface.class)) {
            boolean internal =
                    INTERNAL.matcher(port.name()).matches()
                            || KINDS_OF_NOTHING.contains(port.kind())
                            || !Resolver.INTERFACE.matcher(port.name()).matches();
            if (internal) {
                continue;
            }
            for (InterfaceAddress address : port.addresses()) {
                if (address.scope().equals("global") && address.prefix() > 0) {
                    Subnet.parse(address.address() + "/" + address.prefix())
                            .filter(s -> !s.contains("127.0.0.1"))
                            .ifPresent(s -> ports.add(new SeenPort(host.name(), port, address, s)));
                }
            }
        }
        return ports;
    }

    private boolean anyRdma(String host) {
        return facts.of(host, NetInterface.class).stream()
                .anyMatch(p -> rdma(host, p.name()).isPresent());
    }

    /// The RDMA port behind an interface.
    Optional<RdmaPort> rdma(String host, String interfaceName) {
        return facts.of(host, RdmaLink.class).stream()
                .filter(l -> l.netdev().equals(Optional.of(interfaceName)))
                .map(l -> new RdmaPort(l.device(), l.port()))
                .findFirst()
                .or(
                        () ->
                                facts.of(host, RdmaNetdev.class).stream()
                                        .filter(n -> n.netdev().equals(interfaceName))
                                        .map(n -> new RdmaPort(n.device(), n.port()))
                                        .findFirst());
    }
}
