package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Switch;
import io.railhead.model.intent.SwitchPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the intent tells of a switch's port, from the switch, its cable and the host behind it.
///
/// @param peer what is plugged in
/// @param metres length of the cable, where a link names it
/// @param mtu largest frame in bytes
record SizedPort(
        String name,
        Optional<String> peer,
        Optional<Bandwidth> speed,
        Optional<Double> metres,
        int mtu) {

    /// MTU of a jumbo fabric, above the 9000 of hosts: the largest that NX-OS and Cumulus Linux
    /// document, EOS's largest, and what SONiC ships with.
    private static int jumbo(Switch device) {
        return switch (device.system()) {
            case NXOS, NVUE, ONYX -> 9216;
            case EOS -> 9214;
            case SONIC -> 9100;
        };
    }

    /// Every port of a switch that the intent knows of: declared ones first.
    static List<SizedPort> of(Cluster cluster, Switch device) {
        Map<String, SizedPort> ports = new LinkedHashMap<>();
        for (SwitchPort port : device.ports()) {
            ports.put(
                    port.name(),
                    new SizedPort(
                            port.name(),
                            Optional.empty(),
                            port.speed(),
                            Optional.empty(),
                            port.mtu().orElse(jumbo(device))));
        }
        for (Link link : cluster.links()) {
            plug(ports, device, link.a(), link.b(), link);
            plug(ports, device, link.b(), link.a(), link);
        }
        String prefix = device.name() + "/";
        for (Host host : cluster.roster()) {
            for (RailPort rail : host.rails()) {
                rail.switchPort()
                        .filter(p -> p.startsWith(prefix))
                        .map(p -> p.substring(prefix.length()))
                        .ifPresent(
                                name ->
                                        ports.merge(
                                                name,
                                                behind(name, host, rail, device),
                                                SizedPort::completedBy));
            }
        }
        return new ArrayList<>(ports.values());
    }

    /// Hosts of a rail that may send to one of its hosts at once, over this switch.
    static int mostSenders(Cluster cluster, Switch device) {
        String prefix = device.name() + "/";
        Map<String, Integer> hosts = new LinkedHashMap<>();
        for (Host host : cluster.roster()) {
            for (RailPort rail : host.rails()) {
                boolean here =
                        rail.switchPort().map(p -> p.startsWith(prefix)).orElse(false)
                                || cluster.links().stream()
                                        .anyMatch(l -> joins(l, host, rail, device));
                if (here) {
                    hosts.merge(rail.rail(), 1, Integer::sum);
                }
            }
        }
        return hosts.values().stream().mapToInt(n -> n - 1).max().orElse(1);
    }

    private static boolean joins(Link link, Host host, RailPort rail, Switch device) {
        Link.End end = new Link.End(host.name(), rail.interfaceName());
        return link.a().equals(end) && link.b().device().equals(device.name())
                || link.b().equals(end) && link.a().device().equals(device.name());
    }

    private static void plug(
            Map<String, SizedPort> ports, Switch device, Link.End here, Link.End there, Link link) {
        if (!here.device().equals(device.name())) {
            return;
        }
        ports.merge(
                here.port(),
                new SizedPort(
                        here.port(),
                        Optional.of(there.toString()),
                        link.speed(),
                        link.cable().map(Cable::metres),
                        jumbo(device)),
                SizedPort::completedBy);
    }

    private static SizedPort behind(String name, Host host, RailPort rail, Switch device) {
        return new SizedPort(
                name,
                Optional.of(host.name() + "/" + rail.interfaceName()),
                rail.speed(),
                Optional.empty(),
                jumbo(device));
    }

    private SizedPort completedBy(SizedPort other) {
        return new SizedPort(
                name, peer.or(other::peer), speed.or(other::speed), metres.or(other::metres), mtu);
    }
}
