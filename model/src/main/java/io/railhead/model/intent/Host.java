package io.railhead.model.intent;

import java.util.List;
import java.util.Optional;

/// One machine.
///
/// @param address management address or name, where SSH is reached
/// @param rails its ports on the rails, in the order of [Cluster#rails()]
/// @param line line of the intent file where it is declared, from 1; 0 when not from a file
public record Host(
        String name,
        String address,
        Login login,
        Optional<Bmc> bmc,
        List<RailPort> rails,
        Optional<Gpus> gpus,
        HostPolicy policy,
        int line) {

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
