package io.railhead.model.intent;

import io.railhead.model.Bandwidth;
import java.util.Optional;
import java.util.OptionalInt;

/// A host's port on a rail.
///
/// @param rail name of the rail
/// @param interfaceName network interface, such as `ens6` or `enp1s0f0np0`
/// @param address without prefix length; IPv4 or IPv6
/// @param mtu interface MTU in bytes, IP header included
/// @param rdma RDMA device and port behind the interface, where the intent names it
/// @param gpu index of the GPU that should use this port
/// @param switchPort where the cable goes, `switch/port`, where it goes to a switch
public record RailPort(
        String rail,
        String interfaceName,
        String address,
        Subnet subnet,
        int mtu,
        Optional<Bandwidth> speed,
        Optional<RdmaPort> rdma,
        OptionalInt gpu,
        Optional<String> switchPort) {

    /// `10.78.0.1/24`.
    public String cidr() {
        return address + "/" + subnet.prefix();
    }
}
