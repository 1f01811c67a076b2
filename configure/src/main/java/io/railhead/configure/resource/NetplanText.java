package io.railhead.configure.resource;

import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// What stands in the netplan file of [Netplan].
final class NetplanText {
    private NetplanText() {}

    static String text(Item item, List<Netplan.Port> ports) {
        boolean routes = ports.stream().anyMatch(p -> !Netplan.routed(item, p.link()).isEmpty());
        StringBuilder yaml = new StringBuilder();
        yaml.append("# Written by Railhead from the intent of cluster ")
                .append(item.want("cluster"))
                .append(".\n# Do not edit: the next apply replaces it. To take it back:")
                .append(" railhead rollback.\n")
                .append("# It keeps addresses")
                .append(routes ? ", MTU and routes" : " and MTU")
                .append(" of this host's rails, and nothing else.\n")
                .append("network:\n  version: 2\n  ethernets:\n");
        byLink(ports).forEach((link, of) -> yaml.append(section(item, link, of)));
        return yaml.toString();
    }

    private static String section(Item item, String link, List<Netplan.Port> of) {
        StringBuilder yaml = new StringBuilder();
        yaml.append("    ").append(link).append(":  # ");
        yaml.append(of.stream().map(Netplan.Port::rail).collect(Collectors.joining(", ")));
        yaml.append('\n');
        if (!item.want("renderer").isEmpty()) {
            yaml.append("      renderer: ").append(item.want("renderer")).append('\n');
        }
        yaml.append("      addresses:\n");
        of.forEach(p -> yaml.append("        - ").append(p.cidr()).append('\n'));
        yaml.append("      mtu: ").append(of.getFirst().mtu()).append('\n');
        yaml.append("      dhcp4: false\n");
        yaml.append("      optional: true  # booting does not wait for it\n");
        List<RoutedRail> rails = Netplan.routed(item, link);
        if (!rails.isEmpty()) {
            yaml.append(RoutedRail.routesYaml(rails));
        }
        return yaml.toString();
    }

    /// Links of which the file will say something else than it does.
    static Set<String> changed(Item item, Observed is) {
        String now = new String(is.bytes("content").orElse(new byte[0]), StandardCharsets.UTF_8);
        return byLink(Netplan.ports(item)).entrySet().stream()
                .filter(e -> !now.contains(section(item, e.getKey(), e.getValue())))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static Map<String, List<Netplan.Port>> byLink(List<Netplan.Port> ports) {
        Map<String, List<Netplan.Port>> byLink = new LinkedHashMap<>();
        ports.forEach(p -> byLink.computeIfAbsent(p.link(), l -> new ArrayList<>()).add(p));
        return byLink;
    }
}
