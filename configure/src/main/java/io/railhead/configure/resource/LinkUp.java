package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.Risk;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A rail's interface is on. Guides that switch "unused" interfaces off leave the second half of a
/// DGX Spark's port off too; and no address or route can be had on an interface that is off.
@AutoService(Resource.class)
public final class LinkUp implements Resource {

    @Override
    public String kind() {
        return "link-up";
    }

    @Override
    public int order() {
        return 75;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Map<String, Item> byLink = new LinkedHashMap<>();
        for (RailPort p : host.rails()) {
            byLink.putIfAbsent(
                    p.interfaceName(),
                    new Item(
                            host.name(),
                            kind(),
                            p.interfaceName(),
                            new TreeMap<>(),
                            Why.rail(cluster, host, p, "a port in use is on")));
        }
        return List.copyOf(byLink.values());
    }

    @Override
    public String observe(Item item) {
        return Sh.call("rh_see_up", item.name());
    }

    /// An interface that is not there is said once, by its MTU.
    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (!is.state("link").equals("down")) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        "down\n",
                        "up\n",
                        Risk.LOW,
                        item.why(),
                        Set.of(),
                        List.of("switch it off again")));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String link = Sh.quote(item.name());
        return NetworkService.settling(
                is,
                new Steps(
                        "rh_put \"$S/link.was\" down",
                        "ip link set dev " + link + " up",
                        "rh_is_up "
                                + link
                                + " || rh_fail "
                                + Sh.quote(item.name() + " is still off"),
                        "if rh_is_up " + link + "; then ip link set dev " + link + " down; fi"));
    }
}
