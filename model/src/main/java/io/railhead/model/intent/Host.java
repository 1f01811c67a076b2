package io.railhead.model.intent;

import java.util.List;
import java.util.Optional;

/// One machine.
///
/// @param address management address or name, where SSH is reached
/// @param rails its ports on the rails, in the order of [Cluster#rails()]
/// @param hypervisor the physical machine a virtual one runs on; several virtual machines of one
///     hypervisor may share a switch port, and traffic between them never leaves it
/// @param line line of the intent file where it is declared, from 1; 0 when not from a file
public record Host(
        String name,
        String address,
        Login login,
        Optional<Bmc> bmc,
        List<RailPort> rails,
        Optional<Gpus> gpus,
        HostPolicy policy,
        Optional<String> hypervisor,
        int line) {

    /// A host on bare metal.
    public Host(
            String name,
            String address,
            Login login,
            Optional<Bmc> bmc,
            List<RailPort> rails,
            Optional<Gpus> gpus,
            HostPolicy policy,
            int line) {
        this(name, address, login, bmc, rails, gpus, policy, Optional.empty(), line);
    }

    public Host {
        rails = List.copyOf(rails);
    }

    public Optional<RailPort> rail(String railName) {
        return rails.stream().filter(r -> r.rail().equals(railName)).findFirst();
    }

    public Optional<RailPort> port(String interfaceName) {
        return rails.stream().filter(r -> r.interfaceName().equals(interfaceName)).findFirst();
    }
}
