package io.railhead.checks.rdma;

import io.railhead.checks.Survey;
import io.railhead.model.Facts;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.RdmaPortInfo;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which RDMA port stands behind which rail port.
final class Rdma {
    private Rdma() {}

    /// A rail port with the RDMA port behind it.
    record Port(Host host, RailPort wanted, RdmaPort rdma) {
        /// `gpu01 mlx5_0`.
        String subject() {
            return host.name() + " " + rdma.device();
        }

        String machine() {
            return host.name();
        }
    }

    /// Whether the intent is for RDMA on this host: it names devices, or wants a lossless class.
    static boolean wanted(Survey survey, Host host) {
        return !host.rails().isEmpty()
                && (host.rails().stream().anyMatch(p -> p.rdma().isPresent())
                        || survey.wanted().flatMap(Cluster::lossless).isPresent());
    }

    static boolean wanted(Survey survey, String machine) {
        return survey.host(machine).filter(h -> wanted(survey, h)).isPresent();
    }

    /// The RDMA ports of all rails, by the intent or, where it does not name them, as `rdma link`
    /// or `ibdev2netdev` has them. Machines without facts of the type are reported as not checked.
    static List<Port> ports(Survey survey, Class<? extends Fact> type) {
        List<Port> ports = new ArrayList<>();
        for (Host host : survey.hosts(type, h -> wanted(survey, h))) {
            for (RailPort port : host.rails()) {
                port.rdma()
                        .or(() -> behind(survey.facts(), host.name(), port.interfaceName()))
                        .ifPresent(r -> ports.add(new Port(host, port, r)));
            }
        }
        return ports;
    }

    /// The RDMA port that a machine shows behind an interface.
    static Optional<RdmaPort> behind(Facts facts, String machine, String interfaceName) {
        Optional<RdmaPort> byLink =
                facts.of(machine, RdmaLink.class).stream()
                        .filter(l -> l.netdev().filter(interfaceName::equals).isPresent())
                        .map(l -> new RdmaPort(l.device(), l.port()))
                        .findFirst();
        Optional<RdmaPort> byScript =
                facts.of(machine, RdmaNetdev.class).stream()
                        .filter(n -> n.netdev().equals(interfaceName))
                        .map(n -> new RdmaPort(n.device(), n.port()))
                        .findFirst();
        return byLink.or(() -> byScript);
    }

    static boolean is(RdmaPortInfo info, RdmaPort port) {
        return info.device().equals(port.device()) && info.port() == port.port();
    }

    /// The GID of an address: eight groups of four hexadecimal digits.
    static Optional<String> gid(String address) {
        return Subnet.bytes(address)
                .map(
                        b -> {
                            byte[] gid = new byte[16];
                            if (b.length == 4) {
                                gid[10] = (byte) 0xff;
                                gid[11] = (byte) 0xff;
                            }
                            System.arraycopy(b, 0, gid, 16 - b.length, b.length);
                            StringBuilder text = new StringBuilder();
                            for (int i = 0; i < 16; i++) {
                                text.append(i > 0 && i % 2 == 0 ? ":" : "")
                                        .append(String.format("%02x", gid[i] & 0xff));
                            }
                            return text.toString();
                        });
    }

    /// The largest RDMA MTU that fits an interface MTU: 4096 from 4200, 2048 from 2200, 1024 from
    /// 1100 (headers of RoCE v2 over IPv6 and 42 spare bytes, as the drivers count).
    static int fitting(int interfaceMtu) {
        return interfaceMtu >= 4200
                ? 4096
                : interfaceMtu >= 2200
                        ? 2048
                        : interfaceMtu >= 1100 ? 1024 : interfaceMtu >= 600 ? 512 : 256;
    }

    /// Payload per byte on the wire of a RoCE v2 packet over IPv4, untagged: 82 bytes of preamble,
    /// headers, checksums and gap for each packet, in percent.
    static double efficiency(int rdmaMtu) {
        return 100.0 * rdmaMtu / (rdmaMtu + 82);
    }
}
