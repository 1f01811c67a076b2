package io.railhead.configure.resource;

import io.railhead.configure.Observed;
import io.railhead.model.TwinNames;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Interfaces of one machine that share a physical port, from what the kernel says of them.
final class PortTwins {
    private PortTwins() {}

    /// An interface as `rh_see_ports` notes it; what is not known is empty text.
    ///
    /// @param pci address of its function, such as `0002:01:00.0`
    /// @param guid `sys_image_guid` of its RDMA device: one for all functions of a NIC
    /// @param switchId `phys_switch_id`
    /// @param portName `phys_port_name`
    /// @param portId `phys_port_id`: the kernel's own word for one physical port
    record Port(
            String name,
            boolean up,
            boolean carrier,
            String pci,
            String chip,
            String guid,
            String switchId,
            String portName,
            String portId) {}

    static List<Port> ports(Observed is) {
        return is.notes().keySet().stream()
                .filter(k -> k.startsWith("port:"))
                .sorted()
                .map(k -> port(k.substring("port:".length()), is.note(k)))
                .toList();
    }

    private static Port port(String name, String words) {
        Map<String, String> w = new LinkedHashMap<>();
        Arrays.stream(words.split(" "))
                .map(p -> p.split("=", 2))
                .filter(p -> p.length == 2)
                .forEach(p -> w.put(p[0], p[1]));
        return new Port(
                name,
                w.getOrDefault("up", "").equals("1"),
                w.getOrDefault("carrier", "").equals("1"),
                w.getOrDefault("pci", ""),
                w.getOrDefault("chip", ""),
                w.getOrDefault("guid", ""),
                w.getOrDefault("switch", ""),
                w.getOrDefault("portname", ""),
                w.getOrDefault("portid", ""));
    }

    /// Whether two interfaces share one port: the kernel says so; or they have the same place in
    /// two PCI domains, by name or by address, and nothing says that they are on two NICs.
    static boolean areTwins(Port a, Port b) {
        if (a.name().equals(b.name())) {
            return false;
        }
        if (same(a.portId(), b.portId())
                || same(a.switchId(), b.switchId()) && same(a.portName(), b.portName())) {
            return true;
        }
        if (differ(a.guid(), b.guid()) || differ(a.switchId(), b.switchId())) {
            return false;
        }
        return TwinNames.areTwins(a.name(), b.name()) || sameFunctionInTwoDomains(a, b);
    }

    /// On machines of several PCI domains two NICs may well have the same bus, device and function;
    /// only the NIC's own number tells that it is one.
    private static boolean sameFunctionInTwoDomains(Port a, Port b) {
        int x = a.pci().indexOf(':');
        int y = b.pci().indexOf(':');
        return x > 0
                && y > 0
                && !a.pci().equals(b.pci())
                && a.pci().substring(x).equals(b.pci().substring(y))
                && same(a.chip(), b.chip())
                && same(a.guid(), b.guid());
    }

    private static boolean same(String a, String b) {
        return !a.isEmpty() && a.equals(b);
    }

    private static boolean differ(String a, String b) {
        return !a.isEmpty() && !b.isEmpty() && !a.equals(b);
    }
}
