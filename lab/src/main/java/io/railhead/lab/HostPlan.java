package io.railhead.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// One host as it is to be made; faults are changes of this.
///
/// @param name its name in the lab and in the intent
/// @param hostname what it calls itself
/// @param ports management first, then the rails
/// @param ownNameOn address that its own name has in its `/etc/hosts`
/// @param files further files by absolute path, mode 0644
/// @param sysctl settings below `net.` made before sshd starts, by key
record HostPlan(
        String name,
        String hostname,
        int index,
        List<PortPlan> ports,
        String ownNameOn,
        SequencedMap<String, String> files,
        SequencedMap<String, String> sysctl) {

    HostPlan {
        ports = List.copyOf(ports);
        files = new TreeMap<>(files);
        sysctl = new TreeMap<>(sysctl);
    }

    static HostPlan of(int index, int hosts) {
        List<PortPlan> ports = new ArrayList<>();
        for (Addressing.Net net : Addressing.Net.values()) {
            ports.add(PortPlan.of(net, index));
        }
        String name = Addressing.name(index, hosts);
        return new HostPlan(
                name,
                name,
                index,
                ports,
                Addressing.Net.MANAGEMENT.address(index),
                new TreeMap<>(),
                new TreeMap<>());
    }

    String managementAddress() {
        return ports.getFirst().address();
    }

    HostPlan withPort(Addressing.Net net, UnaryOperator<PortPlan> change) {
        return new HostPlan(
                name,
                hostname,
                index,
                ports.stream().map(p -> p.net() == net ? change.apply(p) : p).toList(),
                ownNameOn,
                files,
                sysctl);
    }

    HostPlan withHostname(String other) {
        return new HostPlan(name, other, index, ports, ownNameOn, files, sysctl);
    }

    HostPlan withOwnNameOn(String address) {
        return new HostPlan(name, hostname, index, ports, address, files, sysctl);
    }

    HostPlan withSysctl(String path, String key, String value) {
        TreeMap<String, String> moreFiles = new TreeMap<>(files);
        moreFiles.merge(path, key + " = " + value + "\n", String::concat);
        TreeMap<String, String> moreKeys = new TreeMap<>(sysctl);
        moreKeys.put(key, value);
        return new HostPlan(name, hostname, index, ports, ownNameOn, moreFiles, moreKeys);
    }
}
