package io.railhead.bench.path;

import io.railhead.model.fact.NetInterface;
import java.util.List;
import java.util.Optional;

/// What keeps a port from carrying anything, or has changed under a test.
///
/// @param code of the check that finds it: `railhead explain CODE`
/// @param what in words: `no carrier`
public record PortTrouble(String host, String interfaceName, String code, String what) {

    /// The first thing wrong; empty when the port is as it should be.
    ///
    /// @param before as it was when the run began
    /// @param now all interfaces of its host; none when they could not be read
    public static Optional<PortTrouble> of(Port before, List<NetInterface> now) {
        if (now.isEmpty()) {
            return Optional.empty();
        }
        String name = before.wanted().interfaceName();
        Optional<NetInterface> live =
                now.stream()
                        .filter(i -> i.name().equals(name) || i.altNames().contains(name))
                        .findFirst();
        if (live.isEmpty()) {
            return trouble(before, "interface-missing", "the interface is gone");
        }
        NetInterface port = live.get();
        if (!port.adminUp()) {
            return trouble(before, "interface-admin-down", "set down");
        }
        if (!port.carrier()) {
            return trouble(before, "link-no-carrier", "no carrier");
        }
        String address = before.wanted().address();
        if (port.addresses().stream().noneMatch(a -> a.address().equals(address))) {
            return trouble(before, "address-missing", "address " + address + " is gone");
        }
        if (before.mtu().isPresent() && before.mtu().getAsInt() != port.mtu()) {
            return trouble(
                    before,
                    "mtu-mismatch",
                    "MTU %d, at the start %d".formatted(port.mtu(), before.mtu().getAsInt()));
        }
        return Optional.empty();
    }

    private static Optional<PortTrouble> trouble(Port port, String code, String what) {
        return Optional.of(new PortTrouble(port.host(), port.wanted().interfaceName(), code, what));
    }

    /// `h2 eth1`.
    public String subject() {
        return host + " " + interfaceName;
    }

    /// `h2 eth1: no carrier`.
    @Override
    public String toString() {
        return subject() + ": " + what;
    }
}
