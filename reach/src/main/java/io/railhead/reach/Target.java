package io.railhead.reach;

import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;
import io.railhead.model.intent.Switch;

/// A machine to talk to.
///
/// @param name as the intent names it
/// @param address name or address that is connected to
public record Target(String name, String address, Login login) {

    public static Target of(Host host) {
        return new Target(host.name(), host.address(), host.login());
    }

    public static Target of(Switch device) {
        return new Target(device.name(), device.address(), device.login());
    }
}
