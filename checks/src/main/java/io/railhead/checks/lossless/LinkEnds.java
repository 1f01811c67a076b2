package io.railhead.checks.lossless;

import io.railhead.model.Facts;
import io.railhead.model.fact.End;
import io.railhead.model.fact.LldpAnnouncement;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.PfcState;
import io.railhead.model.fact.SwitchPort;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Which port of a host is plugged into which port of a switch. Told by the intent, by the
/// neighbour's announcement (LLDP), by a switch port's description; and where all that was read is
/// one port of a host and one of a switch, those two.
public final class LinkEnds {
    private static final Pattern OF_SWITCH =
            Pattern.compile("(?:V?[Ee]thernet|swp|port-channel)\\d[\\w/.:]*");

    /// A cable between a host and a switch.
    public record Ends(String host, String hostPort, String leaf, String leafPort) {

        /// Whether one of the two ports is the other's, too.
        boolean sharesAnEnd(Ends other) {
            return (host.equals(other.host) && hostPort.equals(other.hostPort))
                    || (leaf.equals(other.leaf) && leafPort.equals(other.leafPort));
        }
    }

    private LinkEnds() {}

    /// Each cable once, of which both machines answered.
    public static List<Ends> of(Facts facts, Optional<Cluster> wanted) {
        Set<Ends> all = new LinkedHashSet<>();
        wanted.ifPresent(c -> ofIntent(c, all));
        Map<String, String> macs = interfacesByMac(facts);
        for (String machine : facts.machines()) {
            ofAnnouncements(facts, machine, macs, all);
            ofDescriptions(facts, machine, all);
        }
        all.removeIf(e -> !facts.machines().contains(e.host));
        all.removeIf(e -> !facts.machines().contains(e.leaf));
        if (all.isEmpty() && wanted.isEmpty()) ofOnlyPorts(facts).ifPresent(all::add);
        return List.copyOf(all);
    }

    /// Cables between hosts and switches as the intent has them, whoever answered.
    public static List<Ends> intended(Cluster wanted) {
        Set<Ends> all = new LinkedHashSet<>();
        ofIntent(wanted, all);
        return List.copyOf(all);
    }

    /// Cables between hosts and switches as their ports hear each other.
    static List<Ends> heard(Facts facts) {
        Set<Ends> all = new LinkedHashSet<>();
        Map<String, String> macs = interfacesByMac(facts);
        facts.machines().forEach(m -> ofAnnouncements(facts, m, macs, all));
        return List.copyOf(all);
    }

    /// Each cable between two switches once, of which both answered. The first stands as `host`.
    public static List<Ends> between(Facts facts, Optional<Cluster> wanted) {
        Set<Ends> all = new LinkedHashSet<>();
        wanted.ifPresent(
                c -> {
                    for (Link link : c.links()) {
                        if (c.isHost(link.a().device()) || c.isHost(link.b().device())) continue;
                        once(link.a().device(), link.a().port(), link.b(), all);
                    }
                });
        for (String machine : facts.machines()) {
            for (LldpAnnouncement a : facts.of(machine, LldpAnnouncement.class)) {
                if (a.end() != End.PEER || a.system().isEmpty() || a.port().isEmpty()) continue;
                if (!isSwitchPort(a.port()) || !isSwitchPort(a.announcedPort())) continue;
                String other = known(facts, a.system().get());
                if (wanted.map(c -> c.isHost(other)).orElse(false)) continue;
                once(machine, a.port(), new Link.End(other, a.announcedPort()), all);
            }
        }
        all.removeIf(e -> !facts.machines().contains(e.host));
        all.removeIf(e -> !facts.machines().contains(e.leaf));
        return List.copyOf(all);
    }

    private static void once(String machine, String port, Link.End other, Set<Ends> all) {
        Ends one = new Ends(machine, port, other.device(), other.port());
        if (!all.contains(new Ends(other.device(), other.port(), machine, port))) all.add(one);
    }

    /// `gpu01 eth1 <-> leaf1 Ethernet1/7`.
    public static String subject(Ends e) {
        return (e.host + " " + e.hostPort).strip() + " <-> " + e.leaf + " " + e.leafPort;
    }

    /// What the switch says of its end: how it is before how it is set.
    public static Optional<SwitchPort> leaf(Facts facts, Ends e) {
        return facts.of(e.leaf, SwitchPort.class).stream()
                .filter(p -> p.port().equals(e.leafPort))
                .min(Comparator.comparing(p -> p.up().isEmpty()));
    }

    /// What tells the MTU of a switch's port: how it is before how it is set. What the system takes
    /// as shipped counts where nothing else tells it.
    public static List<SwitchPort> withMtu(Facts facts, String machine, String port) {
        List<SwitchPort> all =
                facts.of(machine, SwitchPort.class).stream()
                        .filter(p -> p.port().equals(port) && p.mtu().isPresent())
                        .sorted(Comparator.comparing(p -> p.up().isEmpty()))
                        .toList();
        List<SwitchPort> told =
                all.stream()
                        .filter(p -> !p.mtu().get().words().equals(SwitchPort.AS_SHIPPED))
                        .toList();
        return told.isEmpty() ? all : told;
    }

    private static void ofIntent(Cluster c, Set<Ends> all) {
        // Also of hosts that nobody asked for: it is the switch that may be asked alone.
        for (Host host : c.roster()) {
            for (RailPort port : host.rails()) {
                port.switchPort()
                        .ifPresent(
                                to -> {
                                    int slash = to.indexOf('/');
                                    if (slash <= 0) return;
                                    all.add(
                                            new Ends(
                                                    host.name(),
                                                    port.interfaceName(),
                                                    to.substring(0, slash),
                                                    to.substring(slash + 1)));
                                });
            }
        }
        for (Link link : c.links()) {
            boolean first = c.isHost(link.a().device());
            boolean second = c.isHost(link.b().device());
            if (first == second) continue;
            Link.End host = first ? link.a() : link.b();
            Link.End leaf = first ? link.b() : link.a();
            all.add(new Ends(host.device(), host.port(), leaf.device(), leaf.port()));
        }
    }

    private static void ofAnnouncements(
            Facts facts, String machine, Map<String, String> macs, Set<Ends> all) {
        for (LldpAnnouncement a : facts.of(machine, LldpAnnouncement.class)) {
            if (a.end() != End.PEER || a.system().isEmpty() || a.port().isEmpty()) continue;
            String other = known(facts, a.system().get());
            boolean here = isSwitchPort(a.port());
            boolean there = isSwitchPort(a.announcedPort());
            if (there && !here) {
                all.add(new Ends(machine, a.port(), other, a.announcedPort()));
            } else if (here && !there) {
                hostPort(facts, other, a, macs)
                        .ifPresent(p -> all.add(new Ends(other, p, machine, a.port())));
            }
        }
    }

    /// A machine announces its full name; the one that was read may go by the first label of it.
    private static String known(Facts facts, String system) {
        int dot = system.indexOf('.');
        return !facts.machines().contains(system) && dot > 0 ? system.substring(0, dot) : system;
    }

    /// The interface of a host that a switch hears: announced by name or MAC address, or described.
    private static Optional<String> hostPort(
            Facts facts, String host, LldpAnnouncement a, Map<String, String> macs) {
        String mac = hex(a.announcedPort());
        if (mac.isEmpty()) return Optional.of(a.announcedPort());
        return Optional.ofNullable(macs.get(host + " " + mac))
                .or(
                        () ->
                                Optional.ofNullable(a.settings().get("Port Description"))
                                        .filter(d -> ports(facts, host).contains(d)));
    }

    /// Names of interfaces by machine and MAC address. A bond and a VLAN have the address of a port
    /// below them, which is meant.
    private static Map<String, String> interfacesByMac(Facts facts) {
        Map<String, String> macs = new HashMap<>();
        for (String machine : facts.machines()) {
            for (NetInterface i : facts.of(machine, NetInterface.class)) {
                String mac = hex(i.mac());
                if (!mac.isEmpty() && !i.kind().equals("bond") && !i.kind().equals("vlan")) {
                    macs.putIfAbsent(machine + " " + mac, i.name());
                }
            }
        }
        return macs;
    }

    /// The digits of `02:11:22:33:44:05` and `0211.2233.4405` alike.
    private static String hex(String mac) {
        String digits = mac.toLowerCase(Locale.ROOT).replaceAll("[:.-]", "");
        return digits.matches("[0-9a-f]{12}") ? digits : "";
    }

    /// `gpu12 eth1` as a description of a switch port: both words must be there, so that a
    /// description of another kind never pairs anything.
    private static void ofDescriptions(Facts facts, String machine, Set<Ends> all) {
        for (SwitchPort port : facts.of(machine, SwitchPort.class)) {
            List<String> words = List.of(port.description().orElse("").split("[\\s,:;_()\\[\\]]+"));
            for (String host : facts.machines()) {
                if (host.isEmpty() || host.equals(machine) || !words.contains(host)) continue;
                ports(facts, host).stream()
                        .filter(words::contains)
                        .forEach(p -> all.add(new Ends(host, p, machine, port.port())));
            }
        }
    }

    private static Optional<Ends> ofOnlyPorts(Facts facts) {
        List<String[]> hosts = new ArrayList<>();
        List<String[]> leaves = new ArrayList<>();
        for (String machine : facts.machines()) {
            for (String port : ports(facts, machine)) {
                (isSwitchPort(port) ? leaves : hosts).add(new String[] {machine, port});
            }
        }
        if (hosts.size() != 1 || leaves.size() != 1) return Optional.empty();
        String[] host = hosts.getFirst();
        String[] leaf = leaves.getFirst();
        return host[0].equals(leaf[0])
                ? Optional.empty()
                : Optional.of(new Ends(host[0], host[1], leaf[0], leaf[1]));
    }

    /// Ports of which PFC was read. One without a name is a host's: mlnx_qos does not print it.
    private static Set<String> ports(Facts facts, String machine) {
        Set<String> ports = new LinkedHashSet<>();
        for (PfcState p : facts.of(machine, PfcState.class)) {
            if (p.end() == End.OWN && !p.isAsShipped()) ports.add(p.port());
        }
        return ports;
    }

    /// Whether a port is named as switches name theirs.
    public static boolean isSwitchPort(String name) {
        return OF_SWITCH.matcher(name).matches();
    }
}
