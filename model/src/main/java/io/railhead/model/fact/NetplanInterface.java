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
public record NetplanInterface(
        String file,
        String name,
        String section,
        List<String> addresses,
        OptionalInt mtu,
        Optional<Boolean> dhcp4,
        Optional<Boolean> optional,
        Optional<String> renderer,
        Source source)
        implements Fact {
    public NetplanInterface {
        addresses = List.copyOf(addresses);
    }
}
