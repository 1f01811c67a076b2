package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// An interface in a netplan file.
///
/// @param name the key in the file
/// @param section `ethernets`, `bonds`, `vlans`, …
/// @param addresses with prefix length
/// @param setName the name it gets (`set-name`), when that is not the key
/// @param matchMac lower case; `match: macaddress`
/// @param gateway next hop of a default route, by `routes` or the old `gateway4`
public record NetplanInterface(
        String file,
        String name,
        String section,
        List<String> addresses,
        OptionalInt mtu,
        Optional<Boolean> dhcp4,
        Optional<Boolean> optional,
        Optional<String> renderer,
        Optional<String> setName,
        Optional<String> matchMac,
        Optional<String> gateway,
        Source source)
        implements Fact {
    public NetplanInterface {
        addresses = List.copyOf(addresses);
    }

    /// With what every file has.
    public NetplanInterface(
            String file,
            String name,
            String section,
            List<String> addresses,
            OptionalInt mtu,
            Optional<Boolean> dhcp4,
            Optional<Boolean> optional,
            Optional<String> renderer,
            Source source) {
        this(
                file,
                name,
                section,
                addresses,
                mtu,
                dhcp4,
                optional,
                renderer,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                source);
    }
}
