package io.railhead.checks;

import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A network interface of a test world: up, with carrier, MTU 9000 and no address unless said
/// otherwise.
public record SeenNic(
        String name,
        int mtu,
        boolean adminUp,
        boolean carrier,
        String mac,
        String kind,
        List<InterfaceAddress> addresses)
        implements Seen {

    public static SeenNic named(String name) {
        return new SeenNic(name, 9000, true, true, "", "ether", List.of());
    }

    public SeenNic mtu(int value) {
        return new SeenNic(name, value, adminUp, carrier, mac, kind, addresses);
    }

    /// With prefix length.
    public SeenNic address(String cidr) {
        int slash = cidr.indexOf('/');
        List<InterfaceAddress> more = new ArrayList<>(addresses);
        more.add(
                new InterfaceAddress(
                        cidr.substring(0, slash),
                        Integer.parseInt(cidr.substring(slash + 1)),
                        cidr.startsWith("fe80") ? "link" : "global",
                        false));
        return new SeenNic(name, mtu, adminUp, carrier, mac, kind, more);
    }

    public SeenNic down() {
        return new SeenNic(name, mtu, false, false, mac, kind, addresses);
    }

    public SeenNic noCarrier() {
        return new SeenNic(name, mtu, adminUp, false, mac, kind, addresses);
    }

    public SeenNic mac(String value) {
        return new SeenNic(name, mtu, adminUp, carrier, value, kind, addresses);
    }

    public SeenNic kind(String value) {
        return new SeenNic(name, mtu, adminUp, carrier, mac, value, addresses);
    }

    @Override
    public Given given() {
        return Given.of(
                "ip -j addr",
                name,
                name + " mtu " + mtu + (carrier ? " UP" : " DOWN") + " " + addresses,
                s ->
                        new NetInterface(
                                name,
                                2,
                                mtu,
                                carrier ? "UP" : "DOWN",
                                adminUp,
                                carrier,
                                mac,
                                kind,
                                Optional.empty(),
                                addresses,
                                OptionalInt.empty(),
                                OptionalInt.empty(),
                                List.of(),
                                s));
    }
}
