package io.railhead.reach;

import io.railhead.model.intent.Host;
import io.railhead.model.intent.Login;

/// A machine to talk to.
///
/// @param name as the intent names it
/// @param address name or address that is connected to
public record Target(String name, String address, Login login) {

    public static Target of(Host host) {
        return new Target(host.name(), host.address(), host.login());
    }
}
