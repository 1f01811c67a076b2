package io.railhead.configure.resource;

import io.railhead.configure.Sh;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a port on a routed rail needs so that an answer leaves by the port that the question came
/// in by: a routing table of the rail's own, and a rule that sends whatever comes from the port's
/// address there. Without it all ports of a host would answer by the one route that the main table
/// has, and the fabric would see addresses at ports they do not belong to.
///
/// @param table number of the rail's table, the same on every host
/// @param others subnets behind the gateway that the main table reaches by this rail
record RoutedRail(
        String rail,
        String link,
        String address,
        String subnet,
        String gateway,
        int table,
        List<String> others) {

    /// Tables below 256 are the kernel's and the distribution's (`/etc/iproute2/rt_tables`); these
    /// are easily told by the rail's place: 1001 is the first rail's. A rule's priority is its
    /// table's number: before the main table's 32766, after the local table's 0.
    private static final int FIRST_TABLE = 1001;

    /// A route as it should stand in a table.
    ///
    /// @param to subnet, or `default`
    /// @param via empty text when it is reached directly
    /// @param table 254 is the main table
    /// @param metric 0 for the kernel's own choice
    record Route(String to, String via, int table, int metric) {
        String words() {
            return (table == MAIN ? "main table: " : "table " + table + ": ")
                    + to
                    + (via.isEmpty() ? "" : " via " + via);
        }
    }

    static final int MAIN = 254;

    /// Empty for a rail without a gateway.
    static Optional<RoutedRail> of(Cluster cluster, RailPort port) {
        List<Rail> rails = cluster.rails();
        for (int i = 0; i < rails.size(); i++) {
            Rail rail = rails.get(i);
            if (rail.name().equals(port.rail()) && rail.gateway().isPresent()) {
                return Optional.of(
                        new RoutedRail(
                                rail.name(),
                                port.interfaceName(),
                                IpText.of(port.address()),
                                port.subnet().toString(),
                                IpText.of(rail.gateway().get()),
                                FIRST_TABLE + i,
                                rail.routes().stream().map(Subnet::toString).toList()));
            }
        }
        return Optional.empty();
    }

    boolean isV6() {
        return address.indexOf(':') >= 0;
    }

    /// `-4` or `-6`, for `ip`.
    String family() {
        return isV6() ? "-6" : "-4";
    }

    String rule() {
        return "rule: from " + address + " lookup " + table;
    }

    /// The main table takes a subnet by one route of a metric; a second rail that reaches the same
    /// one comes after the first.
    List<Route> routes() {
        List<Route> all = new ArrayList<>();
        all.add(new Route(subnet, "", table, 0));
        all.add(new Route("default", gateway, table, 0));
        for (String to : others) {
            all.add(new Route(to, gateway, MAIN, table));
        }
        return all;
    }

    /// A call of `network.sh` about one of the routes.
    String call(String command, Route route) {
        return Sh.call(
                command,
                family(),
                Integer.toString(route.table()),
                route.to(),
                route.via(),
                link,
                Integer.toString(route.metric()));
    }

    /// The same about the rule.
    String callRule(String command) {
        return Sh.call(command, family(), address, Integer.toString(table));
    }

    /// Shell that succeeds when the kernel has all routes and the rule.
    String isThere() {
        return routes().stream()
                        .map(route -> call("rh_has_route", route))
                        .collect(Collectors.joining(" && "))
                + " && "
                + callRule("rh_has_rule");
    }

    /// Lines of netplan for the interface, without its addresses.
    static String routesYaml(List<RoutedRail> of) {
        StringBuilder yaml = new StringBuilder("      routes:\n");
        for (RoutedRail r : of) {
            for (Route route : r.routes()) {
                String everywhere = r.isV6() ? "::/0" : "0.0.0.0/0";
                yaml.append("        - to: ")
                        .append(quoted(route.to().equals("default") ? everywhere : route.to()))
                        .append('\n');
                yaml.append(
                        route.via().isEmpty()
                                ? "          scope: link\n"
                                : "          via: " + quoted(route.via()) + "\n");
                if (route.table() != MAIN) {
                    yaml.append("          table: ").append(route.table()).append('\n');
                }
                if (route.metric() > 0) {
                    yaml.append("          metric: ").append(route.metric()).append('\n');
                }
            }
        }
        yaml.append("      routing-policy:  # an answer leaves by the port that it was asked by\n");
        for (RoutedRail r : of) {
            yaml.append("        - from: ")
                    .append(quoted(r.address() + (r.isV6() ? "/128" : "/32")))
                    .append("\n          table: ")
                    .append(r.table())
                    .append("\n          priority: ")
                    .append(r.table())
                    .append('\n');
        }
        return yaml.toString();
    }

    private static String quoted(String value) {
        return value.indexOf(':') >= 0 ? "\"" + value + "\"" : value;
    }

    /// As words of an item.
    String encoded() {
        return String.join(
                " ",
                rail,
                link,
                address,
                subnet,
                gateway,
                Integer.toString(table),
                others.isEmpty() ? "-" : String.join(",", others));
    }

    static RoutedRail decoded(String text) {
        String[] w = text.split(" ");
        return new RoutedRail(
                w[0],
                w[1],
                w[2],
                w[3],
                w[4],
                Integer.parseInt(w[5]),
                w[6].equals("-") ? List.of() : List.of(w[6].split(",")));
    }
}
