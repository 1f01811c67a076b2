package io.railhead.lab;

import java.nio.file.Path;
import java.util.Optional;

/// The `cluster.yaml` that fits a lab. The hosts are one range with address templates.
final class ClusterText {
    private ClusterText() {}

    /// Settings of the policy: a namespace has its own of these, so `apply` can make them real in a
    /// lab. They are what hosts with two rails want anyway: no answers for the other rail's address
    /// (ARP flux), and windows large enough for the line.
    private static final String SYSCTL =
            """
                net.ipv4.conf.all.arp_announce: 2
                net.ipv4.conf.all.arp_ignore: 1
                net.ipv4.tcp_rmem: 4096 131072 67108864
                net.ipv4.tcp_wmem: 4096 65536 67108864
            """;

    static String of(LabRequest request, Path key, Path knownHosts, Path namespace) {
        String lab = request.name();
        Optional<Recorded.Profile> recorded = request.recorded().flatMap(Recorded::profile);
        StringBuilder text = new StringBuilder();
        text.append("# Written by `railhead lab up`: the intent of the lab \"")
                .append(lab)
                .append("\". True while it is up.\n")
                .append("cluster: ")
                .append(lab)
                .append("\nlab: true\nlogin:\n  user: root\n  key: ")
                .append(key)
                .append("\n  known-hosts: ")
                .append(knownHosts)
                .append("\n  network-namespace: ")
                .append(namespace)
                .append("\nrails:\n");
        for (Addressing.Net net : Addressing.Net.values()) {
            if (net != Addressing.Net.MANAGEMENT) {
                text.append("  ")
                        .append(net.rail())
                        .append(":\n    subnet: ")
                        .append(net.subnet())
                        .append("\n    interface: ")
                        .append(net.device)
                        .append("\n    mtu: ")
                        .append(net.mtu)
                        .append('\n');
                if (request.kind() == HostKind.VIRTUAL) {
                    text.append("    rdma: rxe").append(net.ordinal() - 1).append("/1\n");
                }
                recorded.filter(_ -> request.kind() != HostKind.VIRTUAL)
                        .ifPresent(
                                r ->
                                        text.append("    rdma: ")
                                                .append(r.devices().get(net.ordinal() - 1))
                                                .append("/1\n"));
            }
        }
        text.append("host-policy:\n  sysctl:\n").append(SYSCTL);
        text.append("hosts:\n  ")
                .append(Addressing.range(request.hosts()))
                .append(":\n    address: \"")
                .append(Addressing.Net.MANAGEMENT.template())
                .append("\"\n    rails:\n");
        for (Addressing.Net net : Addressing.Net.values()) {
            if (net != Addressing.Net.MANAGEMENT) {
                text.append("      ")
                        .append(net.rail())
                        .append(": \"")
                        .append(net.template())
                        .append("\"\n");
            }
        }
        recorded.map(Recorded.Profile::gpus)
                .filter(g -> !g.equals("none"))
                .map(g -> g.split("x", 2))
                .ifPresent(
                        g ->
                                text.append("    gpus: {count: ")
                                        .append(g[0])
                                        .append(", model: ")
                                        .append(g[1])
                                        .append("}\n"));
        return text.toString();
    }
}
