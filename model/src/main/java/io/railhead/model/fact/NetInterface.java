package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A network interface (`ip -j addr`).
///
/// @param mtu bytes, IP header included
/// @param state operational state: `UP`, `DOWN`, `UNKNOWN`, `LOWERLAYERDOWN`
/// @param adminUp flag `UP`
/// @param carrier flag `LOWER_UP`
/// @param mac empty when it has none
/// @param kind `link_type` or `linkinfo` kind: `ether`, `loopback`, `bond`, `vlan`, `veth`,
///     `infiniband`
/// @param maxMtu what the driver takes at most
/// @param parent address of the device behind it, as `0000:5e:00.0` on PCI
public record NetInterface(
        String name,
        int index,
        int mtu,
        String state,
        boolean adminUp,
        boolean carrier,
        String mac,
        String kind,
        Optional<String> master,
        List<InterfaceAddress> addresses,
        OptionalInt maxMtu,
        OptionalInt numaNode,
        List<String> altNames,
        Optional<String> parent,
        Source source)
        implements Fact {
    public NetInterface {
        addresses = List.copyOf(addresses);
        altNames = List.copyOf(altNames);
    }

    /// Without a device behind it.
    public NetInterface(
            String name,
            int index,
            int mtu,
            String state,
            boolean adminUp,
            boolean carrier,
            String mac,
            String kind,
            Optional<String> master,
            List<InterfaceAddress> addresses,
            OptionalInt maxMtu,
            OptionalInt numaNode,
            List<String> altNames,
            Source source) {
        this(
                name,
                index,
                mtu,
                state,
                adminUp,
                carrier,
                mac,
                kind,
                master,
                addresses,
                maxMtu,
                numaNode,
                altNames,
                Optional.empty(),
                source);
    }
}
