package io.railhead.checks.diagnosis;

import io.railhead.model.Bandwidth;
import io.railhead.model.Evidence;
import io.railhead.model.Facts;
import io.railhead.model.Source;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.RdmaPortInfo;
import java.util.List;
import java.util.Optional;

/// What a wire carries: RoCE v2 over Ethernet.
final class Wire {
    /// Bytes of a packet that are no data: preamble 8, Ethernet 14, IPv4 20, UDP 8, BTH 12, ICRC 4,
    /// FCS 4, gap 12 (IEEE 802.3, IBTA annex A17).
    private static final double OVERHEAD = 82;

    private Wire() {}

    /// The part of the line that carries data at an RDMA MTU, in 0..1.
    static double share(int mtu) {
        return mtu / (mtu + OVERHEAD);
    }

    /// The rate of the one port that a benchmark can have run over: its RDMA device's, else that of
    /// the only link that the same document tells; empty where several could be meant.
    static Optional<Rate> of(Facts facts, String machine, Optional<String> device, Fact run) {
        String document = run.source().document();
        List<RdmaPortInfo> ports =
                facts.of(machine, RdmaPortInfo.class).stream()
                        .filter(p -> device.filter(p.device()::equals).isPresent())
                        .filter(p -> p.rate().isPresent())
                        .toList();
        if (!ports.isEmpty()
                && ports.stream().map(p -> p.rate().orElseThrow()).distinct().count() == 1)
            return Optional.of(
                    new Rate(
                            ports.getFirst().rate().orElseThrow(),
                            facts.cite(row(ports.getFirst()))));
        List<EthtoolLink> links =
                facts.of(machine, EthtoolLink.class).stream()
                        .filter(l -> l.source().document().equals(document))
                        .filter(l -> l.speed().isPresent())
                        .toList();
        return links.size() == 1
                ? Optional.of(
                        new Rate(
                                links.getFirst().speed().orElseThrow(),
                                facts.cite(links.getFirst())))
                : Optional.empty();
    }

    private static Source row(RdmaPortInfo port) {
        for (String name : List.of("Rate", "rate")) {
            if (port.lines().containsKey(name)) return port.at(name);
        }
        return port.source();
    }

    /// @param told the line that tells the rate
    record Rate(Bandwidth line, Evidence told) {}
}
