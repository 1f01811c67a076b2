package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.InterfaceAddress;
import io.railhead.model.fact.NetInterface;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Two texts that name no machine may be of one machine at two times: what both show decides.
public final class ShownTwice {
    private ShownTwice() {}

    /// Those of several machines that are different ones; of one that was shown twice the first.
    public static List<String> without(Facts facts, List<String> machines) {
        List<String> different = new ArrayList<>();
        for (String machine : machines) {
            if (different.stream().noneMatch(d -> same(facts, d, machine))) different.add(machine);
        }
        return different;
    }

    /// Whether the two are one machine: no interface of one name differs in its MAC or all its
    /// addresses, and one has the same addresses in both, and by the same MAC or under the same
    /// host name.
    public static boolean same(Facts facts, String a, String b) {
        if (a.equals(b)) return true;
        Optional<String> nameA = facts.first(a, HostName.class).map(HostName::name);
        Optional<String> nameB = facts.first(b, HostName.class).map(HostName::name);
        if (nameA.isPresent() && nameB.isPresent() && !nameA.equals(nameB)) return false;
        boolean sure = nameA.isPresent() && nameA.equals(nameB);
        boolean shared = false;
        Map<String, NetInterface> here = ports(facts, a);
        for (NetInterface there : ports(facts, b).values()) {
            NetInterface port = here.get(there.name());
            if (port == null) continue;
            boolean macs = !port.mac().isEmpty() && !there.mac().isEmpty();
            if (macs && !port.mac().equals(there.mac())) return false;
            Set<String> addresses = addresses(port);
            Set<String> others = addresses(there);
            if (addresses.isEmpty() || others.isEmpty()) continue;
            if (addresses.stream().noneMatch(others::contains)) return false;
            shared |= addresses.equals(others);
            sure |= macs;
        }
        return shared && sure;
    }

    private static Map<String, NetInterface> ports(Facts facts, String machine) {
        Map<String, NetInterface> ports = new TreeMap<>();
        for (NetInterface port : facts.of(machine, NetInterface.class)) {
            if (!port.name().equals("lo") && !Addresses.isHostLocalBridge(port))
                ports.put(port.name(), port);
        }
        return ports;
    }

    private static Set<String> addresses(NetInterface port) {
        return port.addresses().stream()
                .filter(a -> a.scope().equals("global"))
                .map(InterfaceAddress::address)
                .collect(Collectors.toSet());
    }
}
