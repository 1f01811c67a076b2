package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.intent.Subnet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Live addresses of machines.
public final class Addresses {
    private Addresses() {}

    /// The interfaces of a machine that have an address.
    public static List<NetInterface> holders(Facts facts, String machine, String address) {
        return facts.of(machine, NetInterface.class).stream()
                .filter(i -> i.addresses().stream().anyMatch(a -> same(a.address(), address)))
                .toList();
    }

    /// Whether two literals mean one address: IPv6 has many ways to write one.
    public static boolean same(String a, String b) {
        return a.equals(b)
                || (a.indexOf(':') >= 0
                        && b.indexOf(':') >= 0
                        && Subnet.bytes(a)
                                .flatMap(x -> Subnet.bytes(b).map(y -> Arrays.equals(x, y)))
                                .orElse(false));
    }

    /// The network an address is in.
    public static Optional<Subnet> subnet(InterfaceAddress a) {
        return Subnet.parse(a.address() + "/" + a.prefix());
    }

    /// True for a bridge that container and VM software makes with the same address on every host.
    public static boolean isHostLocalBridge(NetInterface i) {
        return i.name().matches("(docker|virbr|lxcbr|lxdbr|cni|cali|flannel|br-|podman|veth).*");
    }
}
