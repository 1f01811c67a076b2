package io.railhead.configure;

import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.LaunchPolicy;
import io.railhead.model.intent.NetworkPolicy;
import io.railhead.model.intent.NetworkPolicy.Renderer;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// What [World] says of a host's network and live settings:
///
/// ```
/// rail rail0 eth1 10.78.0.1/24 9000 via 10.78.0.254 to 10.0.0.0/8,10.1.0.0/16
/// renderer networkd
/// cloud-init off
/// links-down eth2
/// rail-arp
/// governor performance
/// shm 33554432
/// ```
final class NetworkWords {
    private Optional<Renderer> renderer = Optional.empty();
    private boolean cloudInitOff;
    private final List<String> down = new ArrayList<>();
    private boolean arp;
    private Optional<String> governor = Optional.empty();
    private OptionalLong shm = OptionalLong.empty();

    /// False when it is a word of somebody else.
    boolean take(String[] w) {
        switch (w[0]) {
            case "renderer" ->
                    renderer =
                            Stream.of(Renderer.values())
                                    .filter(r -> r.word().equals(w[1]))
                                    .findFirst();
            case "cloud-init" -> cloudInitOff = w[1].equals("off");
            case "links-down" -> down.add(w[1]);
            case "rail-arp" -> arp = true;
            case "governor" -> governor = Optional.of(w[1]);
            case "shm" -> shm = OptionalLong.of(Long.parseLong(w[1]));
            default -> {
                return false;
            }
        }
        return true;
    }

    /// `rdma INTERFACE DEVICE`.
    static RailPort rdma(RailPort p, String[] w) {
        return !p.interfaceName().equals(w[1])
                ? p
                : new RailPort(
                        p.rail(),
                        p.interfaceName(),
                        p.address(),
                        p.subnet(),
                        p.mtu(),
                        p.speed(),
                        Optional.of(new RdmaPort(w[2], 1)),
                        p.gpu(),
                        p.switchPort());
    }

    static Rail rail(String[] w) {
        Optional<String> gateway = Optional.empty();
        List<Subnet> routes = new ArrayList<>();
        for (int i = 5; i + 1 < w.length; i += 2) {
            if (w[i].equals("via")) {
                gateway = Optional.of(w[i + 1]);
            } else {
                Stream.of(w[i + 1].split(","))
                        .forEach(s -> routes.add(Subnet.parse(s).orElseThrow()));
            }
        }
        return new Rail(
                w[1],
                Subnet.parse(w[3]).orElseThrow(),
                Integer.parseInt(w[4]),
                Optional.empty(),
                gateway,
                routes);
    }

    HostPolicy into(HostPolicy p) {
        LaunchPolicy l = p.launch();
        return new HostPolicy(
                p.sysctl(),
                p.memlock(),
                governor,
                p.netplan(),
                p.files(),
                p.timeSkewMillis(),
                new NetworkPolicy(renderer, cloudInitOff, down, arp),
                p.software(),
                new LaunchPolicy(
                        l.limits(), shm, l.hostsFile(), l.sshTrust(), l.nccl(), l.mpiHostfile()));
    }
}
