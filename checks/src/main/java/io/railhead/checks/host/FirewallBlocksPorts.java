package io.railhead.checks.host;

import com.google.auto.service.AutoService;
import io.railhead.checks.Check;
import io.railhead.checks.Explanation;
import io.railhead.checks.Outcomes;
import io.railhead.checks.Situation;
import io.railhead.checks.Survey;
import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.PacketFilter;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The packet filter of a host drops what jobs send over a rail.
@AutoService(Check.class)
public final class FirewallBlocksPorts implements Check {
    /// UDP destination port of RoCE v2 (IBTA annex A17).
    private static final int ROCE = 4791;

    /// Any port of those that jobs listen at: NCCL, Gloo and MPI let the kernel choose
    /// (net.ipv4.ip_local_port_range).
    private static final int OF_JOBS = 45_678;

    private static final String PING = "ping";

    /// Drivers that send RoCE through the kernel's own network stack.
    private static final Set<String> SOFTWARE = Set.of("rdma_rxe", "siw", "rxe");

    @Override
    public String code() {
        return "firewall-blocks-ports";
    }

    @Override
    public Explanation explanation() {
        return new Explanation(
                """
                The packet filter of a host (nftables, iptables, firewalld, ufw) drops packets that
                jobs send over a rail: RoCE v2 (UDP 4791), or TCP to the ports that ranks choose.
                """,
                """
                NCCL: "Call to connect ... failed: Connection timed out" or "No route to host"; c10d
                waits for all ranks; soft RoCE ends with status 12. ping works.
                """,
                """
                Ranks listen at ports that the kernel chooses, and a firewall lets through only
                those it was told of. RoCE of a card goes past the kernel's filter; soft RoCE does
                not.
                """,
                """
                Let the rails through, before everything else:
                  nft insert rule inet filter input iifname { "eth1", "eth2" } accept
                  firewall-cmd --permanent --zone=trusted --add-interface=eth1
                  ufw allow in on eth1
                and write it where the distribution keeps its rules (/etc/nftables.conf).
                """,
                """
                  nft list ruleset
                  iperf3 -s -B OWN_ADDRESS       # and from a peer: iperf3 -c OWN_ADDRESS
                  railhead check --only firewall-blocks-ports
                """);
    }

    @Override
    public Set<Class<? extends Fact>> needs() {
        return Set.of(PacketFilter.class, RdmaLink.class);
    }

    private record What(String protocol, int port, String words) {}

    private static final List<What> WHAT =
            List.of(
                    new What("udp", ROCE, "UDP 4791 (RoCE v2)"),
                    new What("tcp", OF_JOBS, "TCP to the ports that ranks listen at"),
                    new What("icmp", 0, PING));

    /// What one rule drops, on which ports.
    private record Loss(FilterWalk.Dropped at, String way, Set<String> ports, Set<String> what) {}

    @Override
    public void run(Situation situation, Outcomes out) {
        Survey survey = new Survey(this, situation, out);
        for (Host host : survey.hosts(PacketFilter.class, h -> !h.rails().isEmpty())) {
            List<PacketFilter.Chain> chains = new ArrayList<>();
            for (PacketFilter f : survey.facts().of(host.name(), PacketFilter.class)) {
                chains.addAll(f.chains());
            }
            if (!chains.isEmpty()) {
                losses(survey, host, chains).forEach(l -> report(survey, host, l));
            }
        }
    }

    private static List<Loss> losses(Survey survey, Host host, List<PacketFilter.Chain> chains) {
        Map<List<Object>, Loss> losses = new LinkedHashMap<>();
        for (RailPort port : host.rails()) {
            String peer = peer(survey, host, port).orElse("");
            if (peer.isEmpty()) continue;
            String name = port.interfaceName();
            for (What what : WHAT) {
                String protocol = what.protocol();
                FilterWalk.Packet in =
                        new FilterWalk.Packet(
                                name, "", protocol, what.port(), peer, port.address());
                FilterWalk.Packet sent =
                        new FilterWalk.Packet(
                                "", name, protocol, what.port(), port.address(), peer);
                for (FilterWalk.Packet packet : List.of(in, sent)) {
                    FilterWalk.Dropped at = FilterWalk.dropped(chains, packet).orElse(null);
                    if (at == null) continue;
                    String way = packet == in ? "from peers" : "to peers";
                    Loss loss =
                            losses.computeIfAbsent(
                                    List.of(at, way),
                                    k -> new Loss(at, way, new TreeSet<>(), new LinkedHashSet<>()));
                    loss.ports().add(name);
                    loss.what().add(what.words());
                }
            }
        }
        return List.copyOf(losses.values());
    }

    private static Optional<String> peer(Survey survey, Host host, RailPort port) {
        return survey.wanted().map(Cluster::hosts).orElse(List.of()).stream()
                .filter(h -> !h.name().equals(host.name()))
                .flatMap(h -> h.rail(port.rail()).stream())
                .map(RailPort::address)
                .findFirst();
    }

    private static void report(Survey survey, Host host, Loss loss) {
        boolean jobs = loss.what().stream().anyMatch(w -> w.startsWith("TCP"));
        boolean roce = loss.what().stream().anyMatch(w -> w.startsWith("UDP"));
        if (!jobs && !roce) return; // Who only forbids ping harms no job.
        List<RdmaLink> links = survey.facts().of(host.name(), RdmaLink.class);
        boolean hardware =
                !links.isEmpty()
                        && links.stream()
                                .noneMatch(l -> l.driver().filter(SOFTWARE::contains).isPresent());
        PacketFilter.Chain chain = loss.at().chain();
        String where = chain.family() + " " + chain.table() + " " + chain.name();
        String ports = String.join(", ", loss.ports());
        survey.draft(
                        jobs || !hardware ? Severity.ERROR : Severity.WARNING,
                        host.name() + " " + ports)
                .says(
                        "the firewall drops "
                                + String.join(", ", loss.what())
                                + " "
                                + loss.way()
                                + ": "
                                + loss.at().words()
                                + " in "
                                + where)
                .because(
                        roce && !jobs && hardware
                                ? "a rule is for the port of RoCE; cards send past the kernel's"
                                        + " filter, soft RoCE and tools do not"
                                : "the rules let through only what they name, and jobs' ports are"
                                        + " not named")
                .fix(
                        "let the rails through before this rule: `nft insert rule "
                                + where
                                + " "
                                + (loss.way().startsWith("from") ? "iifname" : "oifname")
                                + " { "
                                + ports
                                + " } accept`, and in the file it comes from (/etc/nftables.conf,"
                                + " firewalld, ufw)")
                .cites(loss.at().source())
                .explains(
                        loss.what().contains(PING)
                                ? new String[] {
                                    "nccl-connect-failed",
                                    "rdma-retry-exceeded",
                                    "rail-peer-unreachable"
                                }
                                : new String[] {"nccl-connect-failed", "rdma-retry-exceeded"})
                .report();
    }
}
