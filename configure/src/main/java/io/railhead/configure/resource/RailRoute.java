package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// The routes and the rule of a routed rail's port, as the kernel has them now. Where a network
/// service runs from netplan, it brings them and this waits for them; elsewhere they are added.
///
/// What is verified is the kernel's own decision, by `ip route get`, not only that lines stand in
/// tables: a rule of somebody else may come first.
@AutoService(Resource.class)
public final class RailRoute implements Resource {
    /// Addresses that stand for the world beyond the gateway (RFC 5737, RFC 3849). Nothing is sent.
    private static final String FAR_V4 = "192.0.2.1";

    private static final String FAR_V6 = "2001:db8::1";

    @Override
    public String kind() {
        return "rail-route";
    }

    @Override
    public int order() {
        return 92;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        List<Item> items = new ArrayList<>();
        for (RailPort p : host.rails()) {
            RoutedRail.of(cluster, p).ifPresent(r -> items.add(item(cluster, host, p, r)));
        }
        return items;
    }

    private Item item(Cluster cluster, Host host, RailPort port, RoutedRail rail) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("rail", rail.encoded());
        want.put("address-item", "address:" + port.interfaceName() + "/" + port.address());
        want.put("renderer", NetworkService.wanted(host));
        return new Item(
                host.name(),
                kind(),
                port.interfaceName() + "/" + port.address(),
                want,
                Why.rail(cluster, host, port, "gateway " + rail.gateway()));
    }

    private static RoutedRail rail(Item item) {
        return RoutedRail.decoded(item.want("rail"));
    }

    @Override
    public String observe(Item item) {
        RoutedRail r = rail(item);
        StringBuilder script = new StringBuilder();
        script.append(Sh.call("rh_see_rules", r.family(), r.address()))
                .append('\n')
                .append(Sh.call("rh_see_table", r.family(), Integer.toString(r.table())));
        for (String to : r.others()) {
            script.append('\n').append(Sh.call("rh_see_route", r.family(), to));
        }
        script.append("\n[ -e ")
                .append(Sh.quote("/sys/class/net/" + r.link()))
                .append(" ] && rh_n link present || {\nrh_n gone:table yes");
        // Routes go with their interface; rules stay.
        for (String to : r.others()) {
            script.append('\n').append(Sh.call("rh_n", "gone:to:" + to, "yes"));
        }
        script.append("\n}");
        return script.toString();
    }

    /// Lines that the machine printed, joined by `|`.
    private static List<String> lines(Observed is, String key) {
        return Arrays.stream(is.state(key).split("\\|"))
                .map(String::strip)
                .filter(l -> !l.isEmpty())
                .toList();
    }

    /// The word after another in a line of `ip`, empty text when it is not there.
    private static String after(String line, String word) {
        List<String> w = Arrays.asList(line.split("\\s+"));
        int at = w.indexOf(word);
        return at >= 0 && at + 1 < w.size() ? w.get(at + 1) : "";
    }

    private static boolean hasRule(Observed is, RoutedRail r) {
        return lines(is, "rules").stream()
                .anyMatch(l -> after(l, "lookup").equals(Integer.toString(r.table())));
    }

    private static boolean has(Observed is, RoutedRail r, RoutedRail.Route route) {
        String key = route.table() == RoutedRail.MAIN ? "to:" + route.to() : "table";
        return lines(is, key).stream()
                .anyMatch(
                        l ->
                                l.split(" ")[0].equals(route.to())
                                        && after(l, "dev").equals(r.link())
                                        && after(l, "via").equals(route.via()));
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        RoutedRail r = rail(item);
        List<Obstacle> found = new ArrayList<>();
        for (String line : lines(is, "rules")) {
            String table = after(line, "lookup");
            if (!table.equals(Integer.toString(r.table()))) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                "another rule is there for what comes from "
                                        + r.address()
                                        + ": "
                                        + line,
                                "ip "
                                        + r.family()
                                        + " rule del from "
                                        + r.address()
                                        + " lookup "
                                        + table
                                        + ", and where it is kept"));
            }
        }
        for (String line : lines(is, "table")) {
            boolean ours = r.routes().stream().anyMatch(route -> sameTarget(line, r, route));
            if (!ours) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                "routing table " + r.table() + " holds something else: " + line,
                                "take it out, and where it is kept; the table is to be "
                                        + r.rail()
                                        + "'s alone"));
            }
        }
        return found;
    }

    private static boolean sameTarget(String line, RoutedRail r, RoutedRail.Route route) {
        return route.table() == r.table()
                && line.split(" ")[0].equals(route.to())
                && after(line, "dev").equals(r.link())
                && after(line, "via").equals(route.via());
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        RoutedRail r = rail(item);
        if (is.note("link").isEmpty() || !obstacles(item, is).isEmpty()) {
            // A link that is not there is said once, by its MTU.
            return Optional.empty();
        }
        List<RoutedRail.Route> missing = missing(is, r);
        if (missing.isEmpty() && hasRule(is, r)) {
            return Optional.empty();
        }
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        for (RoutedRail.Route route : r.routes()) {
            after.append(route.words()).append('\n');
            if (!missing.contains(route)) {
                before.append(route.words()).append('\n');
            }
        }
        after.append(r.rule()).append('\n');
        if (hasRule(is, r)) {
            before.append(r.rule()).append('\n');
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        before.toString(),
                        after.toString(),
                        is.mayCarryConnection(r.link()) ? Risk.MAY_DISCONNECT : Risk.DISRUPTIVE,
                        item.why(),
                        Set.of(item.want("address-item")),
                        List.of("remove the rule and the routes that were not there")));
    }

    private static List<RoutedRail.Route> missing(Observed is, RoutedRail r) {
        return r.routes().stream().filter(route -> !has(is, r, route)).toList();
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return true;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        RoutedRail r = rail(item);
        List<RoutedRail.Route> missing = missing(is, r);
        StringBuilder add = new StringBuilder();
        StringBuilder remove = new StringBuilder();
        for (RoutedRail.Route route : missing) {
            add.append(r.call("rh_add_route", route)).append(" || exit 1\n");
        }
        if (!hasRule(is, r)) {
            add.append(r.callRule("rh_add_rule")).append(" || exit 1\n");
            remove.append(r.callRule("rh_del_rule")).append(" || exit 1\n");
        }
        for (RoutedRail.Route route : missing.reversed()) {
            remove.append(r.call("rh_del_route", route)).append(" || exit 1\n");
        }
        String far = r.isV6() ? FAR_V6 : FAR_V4;
        String verify =
                r.isThere()
                        + " || "
                        + Sh.call(
                                "rh_lack_routes",
                                r.family(),
                                Integer.toString(r.table()),
                                r.address(),
                                r.rail())
                        + " || exit 1\n"
                        + Sh.call(
                                "rh_leaves_by", r.family(), far, r.address(), r.gateway(), r.link())
                        + " && "
                        + Sh.call(
                                "rh_leaves_by", r.family(), r.gateway(), r.address(), "", r.link());
        return NetworkService.settling(
                is,
                new Steps(
                        "rh_put \"$S/routes.was\" missing",
                        NetworkService.bring(
                                item.want("renderer"),
                                is,
                                r.isThere(),
                                Sh.quote(r.link()),
                                add + "true"),
                        verify,
                        remove + "true"));
    }
}
