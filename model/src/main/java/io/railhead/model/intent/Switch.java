package io.railhead.model.intent;

import java.util.List;

/// A switch of the fabric.
public record Switch(
        String name, SwitchSystem system, String address, Login login, List<SwitchPort> ports) {

    public Switch {
        ports = List.copyOf(ports);
    }
}
