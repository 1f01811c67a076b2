package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cable;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.Lossless;
import io.railhead.model.intent.RailPort;
import java.util.Optional;

/// What the lossless class at a host's port is sized by: the same cable, speed and class as at the
/// switch's port at its other end.
///
/// @param rate where the intent tells it; else the port itself has to be asked
/// @param metres length of the cable
/// @param mtu of the interface in bytes
/// @param frame the largest frame in bytes, with Ethernet header, tag and check sum
/// @param sharePercent of the port's bandwidth that the class may count on
/// @param assumedCable true when nothing in the intent tells the length
public record NicDesign(
        Optional<Bandwidth> rate,
        double metres,
        int mtu,
        int frame,
        int sharePercent,
        boolean assumedCable) {

    /// Ethernet header 14, VLAN tag 4, frame check sequence 4 (IEEE 802.3 clause 3, 802.1Q).
    private static final int AROUND = 22;

    /// The port of a host on a rail.
    public static NicDesign of(Cluster cluster, Lossless wanted, Host host, RailPort port) {
        Link.End here = new Link.End(host.name(), port.interfaceName());
        Optional<Link> link =
                cluster.links().stream()
                        .filter(l -> l.a().equals(here) || l.b().equals(here))
                        .findFirst();
        Optional<Double> cable = link.flatMap(Link::cable).map(Cable::metres);
        return new NicDesign(
                port.speed().or(() -> link.flatMap(Link::speed)),
                cable.orElseGet(
                        () -> wanted.sizing().cableMetres().orElse(LosslessDesign.CABLE_METRES)),
                port.mtu(),
                port.mtu() + AROUND,
                wanted.sizing().sharePercent().orElse(LosslessDesign.SHARE_PERCENT),
                cable.isEmpty() && wanted.sizing().cableMetres().isEmpty());
    }
}
