package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.List;
import java.util.Optional;

/// One plane of the fabric: the same port of every host, in one subnet.
///
/// @param mtu interface MTU in bytes, IP header included
/// @param speed line rate wanted on every port of the rail
/// @param gateway router of the rail, where it is routed: then traffic from a port's address leaves
///     by that port, by a routing table of the rail's own
/// @param routes subnets behind the gateway that are reached by this rail
public record Rail(
        String name,
        Subnet subnet,
        int mtu,
        Optional<Bandwidth> speed,
        Optional<String> gateway,
        List<Subnet> routes) {

    public Rail {
        routes = List.copyOf(routes);
    }

    /// A rail that is not routed.
    public Rail(String name, Subnet subnet, int mtu, Optional<Bandwidth> speed) {
        this(name, subnet, mtu, speed, Optional.empty(), List.of());
    }
}
