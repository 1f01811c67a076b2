package io.railhead.model.intent;

import java.util.List;
import java.util.Optional;

/// A switch of the fabric.
///
/// @param model as its maker calls it, such as `SN5600`: tells the size of its buffer
public record Switch(
        String name,
        SwitchSystem system,
        Optional<String> model,
        String address,
        Login login,
        List<SwitchPort> ports) {

    public Switch {
        ports = List.copyOf(ports);
    }
}
