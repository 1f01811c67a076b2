package io.railhead.configure.resource;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.RailPort;
import java.util.function.Function;

/// Words for which part of the intent asks for something.
final class Why {
    private Why() {}

    /// `cluster.yaml line 12: gpu01, rail0: mtu 9000`.
    static String rail(Cluster cluster, Host host, RailPort port, String what) {
        return at(cluster, host) + host.name() + ", " + port.rail() + ": " + what;
    }

    /// `cluster.yaml: host-policy: sysctl net.ipv4.tcp_ecn`, or `cluster.yaml line 12: policy of
    /// gpu01: …` where the host has its own.
    ///
    /// @param part what of a policy asks for it; the host's own when the cluster's is another
    static String policy(
            Cluster cluster, Host host, Function<HostPolicy, ?> part, String key, String what) {
        boolean ofAll = part.apply(host.policy()).equals(part.apply(cluster.policy()));
        return (ofAll ? file(cluster) + ": host-policy: " : at(cluster, host) + policyOf(host))
                + key
                + " "
                + what;
    }

    private static String policyOf(Host host) {
        return "policy of " + host.name() + ": ";
    }

    private static String at(Cluster cluster, Host host) {
        return file(cluster) + (host.line() > 0 ? " line " + host.line() : "") + ": ";
    }

    private static String file(Cluster cluster) {
        String name = cluster.file().substring(cluster.file().lastIndexOf('/') + 1);
        return name.isEmpty() ? "intent" : name;
    }
}
