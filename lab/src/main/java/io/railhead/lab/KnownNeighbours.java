package io.railhead.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Neighbour entries that hosts of a large lab start with.
///
/// Linux counts the ARP entries of all namespaces together against `net.ipv4.neigh.default.
/// gc_thresh3` (1,024 by default), a setting of the machine that a lab must not touch. With 64
/// hosts and each talking to six others on two rails it is nearly reached, with 256 exceeded, and
/// then packets are lost («neighbor table overflow»). Entries learned from outside are not counted.
/// They are checked by ARP like any other when they are used.
final class KnownNeighbours {
    /// Labs up to so many hosts need none.
    static final int FREE = 32;

    /// How far to both sides in the ring of hosts: the peers that paths are tested against.
    static final int REACH = 2;

    private final List<HostPlan> hosts;
    private final Map<String, Long> owners;

    KnownNeighbours(List<HostPlan> hosts) {
        this.hosts = hosts;
        this.owners =
                hosts.stream()
                        .flatMap(h -> h.ports().stream())
                        .collect(Collectors.groupingBy(PortPlan::address, Collectors.counting()));
    }

    /// Lines for `ip -batch` inside a host.
    String of(HostPlan host) {
        if (hosts.size() <= FREE) {
            return "";
        }
        List<String> lines = new ArrayList<>();
        Addressing.Net management = Addressing.Net.MANAGEMENT;
        lines.add(line(Addressing.FABRIC_ADDRESS, management.bridgeMac(), management.device));
        for (int step = -REACH; step <= REACH; step++) {
            HostPlan other = hosts.get(Math.floorMod(host.index() + step, hosts.size()));
            if (step == 0) {
                continue;
            }
            for (PortPlan port : other.ports()) {
                // Of an address that two hosts have, ARP tells.
                if (port.net() != management && owners.getOrDefault(port.address(), 0L) == 1) {
                    lines.add(
                            line(port.address(), port.net().mac(port.index()), port.net().device));
                }
            }
        }
        return String.join("", lines);
    }

    /// Lines for `ip -batch` in the fabric.
    String ofFabric() {
        if (hosts.size() <= FREE) {
            return "";
        }
        Addressing.Net management = Addressing.Net.MANAGEMENT;
        return hosts.stream()
                .map(h -> line(h.managementAddress(), management.mac(h.index()), management.bridge))
                .collect(Collectors.joining());
    }

    private static String line(String address, String mac, String device) {
        return "neigh add "
                + address
                + " lladdr "
                + mac
                + " dev "
                + device
                + " nud stale extern_learn\n";
    }
}
