package io.railhead.lab;

import java.util.OptionalInt;

/// One link of a host as it is to be made.
///
/// @param prefix length of the address's prefix
/// @param mtu the interface's MTU in bytes
/// @param kept what of it the host's netplan file keeps
/// @param setUp false when nobody has set it up: no address, and off
/// @param cabled false when the far end in the fabric stays down
record PortPlan(
        Addressing.Net net,
        int index,
        String address,
        int prefix,
        int mtu,
        Kept kept,
        boolean cabled,
        boolean setUp) {

    /// What an Ethernet interface has before anybody says otherwise.
    static final int DEFAULT_MTU = 1500;

    /// What a netplan file says of an interface.
    ///
    /// @param address false when it does not name the interface at all
    /// @param mtu in bytes; empty when it says none, which means 1500
    record Kept(boolean address, OptionalInt mtu) {
        static final Kept NOTHING = new Kept(false, OptionalInt.empty());
    }

    static PortPlan of(Addressing.Net net, int index) {
        return new PortPlan(
                net,
                index,
                net.address(index),
                Addressing.PREFIX,
                net.mtu,
                new Kept(true, OptionalInt.of(net.mtu)),
                true,
                true);
    }

    /// With another MTU, and none in the file: the one that was right was set by hand and lost.
    PortPlan withMtu(int other) {
        Kept noMtu = new Kept(kept.address(), OptionalInt.empty());
        return new PortPlan(net, index, address, prefix, other, noMtu, cabled, setUp);
    }

    /// With another MTU in the file only.
    PortPlan withKeptMtu(int other) {
        Kept otherMtu = new Kept(kept.address(), OptionalInt.of(other));
        return new PortPlan(net, index, address, prefix, mtu, otherMtu, cabled, setUp);
    }

    /// With another address, given by hand: the file does not name the interface.
    PortPlan withAddress(String other, int otherPrefix) {
        return new PortPlan(net, index, other, otherPrefix, mtu, Kept.NOTHING, cabled, setUp);
    }

    PortPlan uncabled() {
        return new PortPlan(net, index, address, prefix, mtu, kept, false, setUp);
    }

    /// As a machine has it on which only the management network was set up.
    PortPlan bare() {
        return new PortPlan(net, index, address, prefix, DEFAULT_MTU, Kept.NOTHING, cabled, false);
    }
}
