package io.railhead.lab;

/// One link of a host as it is to be made.
///
/// @param mtu the interface's MTU in bytes
/// @param persistentMtu the MTU in the host's netplan file
/// @param prefix length of the address's prefix, live and in the file
/// @param cabled false when the far end in the fabric stays down
record PortPlan(
        Addressing.Net net,
        int index,
        String address,
        int prefix,
        int mtu,
        int persistentMtu,
        boolean cabled) {

    static PortPlan of(Addressing.Net net, int index) {
        return new PortPlan(
                net, index, net.address(index), Addressing.PREFIX, net.mtu, net.mtu, true);
    }

    PortPlan withMtu(int mtu) {
        return new PortPlan(net, index, address, prefix, mtu, mtu, cabled);
    }

    PortPlan withPersistentMtu(int persistent) {
        return new PortPlan(net, index, address, prefix, mtu, persistent, cabled);
    }

    PortPlan withAddress(String other) {
        return new PortPlan(net, index, other, prefix, mtu, persistentMtu, cabled);
    }

    PortPlan withPrefix(int other) {
        return new PortPlan(net, index, address, other, mtu, persistentMtu, cabled);
    }

    PortPlan uncabled() {
        return new PortPlan(net, index, address, prefix, mtu, persistentMtu, false);
    }
}
