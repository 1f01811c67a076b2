package io.railhead.configure.resource;

import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;

/// Words for which part of the intent asks for something.
final class Why {
    private Why() {}

    /// `cluster.yaml line 12: gpu01 on rail0: mtu 9000`.
    static String rail(Cluster cluster, Host host, RailPort port, String what) {
        return at(cluster, host) + host.name() + " on " + port.rail() + ": " + what;
    }

    /// `cluster.yaml line 12: policy of gpu01: sysctl net.ipv4.tcp_ecn`.
    static String policy(Cluster cluster, Host host, String key, String what) {
        return at(cluster, host) + "policy of " + host.name() + ": " + key + " " + what;
    }

    private static String at(Cluster cluster, Host host) {
        String file = cluster.file().substring(cluster.file().lastIndexOf('/') + 1);
        return (file.isEmpty() ? "intent" : file)
                + (host.line() > 0 ? " line " + host.line() : "")
                + ": ";
    }
}
