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
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// MTU of a rail's interface as it is now, in bytes, IP header included. That it stays so over a
/// reboot is the matter of [Netplan].
@AutoService(Resource.class)
public final class LinkMtu implements Resource {

    @Override
    public String kind() {
        return "link-mtu";
    }

    @Override
    public int order() {
        return 80;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.rails().stream().map(p -> item(cluster, host, p)).toList();
    }

    private Item item(Cluster cluster, Host host, RailPort port) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("mtu", Integer.toString(port.mtu()));
        return new Item(
                host.name(),
                kind(),
                port.interfaceName(),
                want,
                Why.rail(cluster, host, port, "mtu " + port.mtu()));
    }

    @Override
    public String observe(Item item) {
        return Sh.call("rh_see_link", item.name());
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        if (!is.state("link").equals("present")) {
            return List.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "there is no interface "
                                    + item.name()
                                    + (is.note("names").isBlank()
                                            ? ""
                                            : " (there are: " + is.note("names").strip() + ")"),
                            "name the interface of this rail as the machine does"));
        }
        Optional<Integer> most = number(is.note("maxmtu"));
        int wanted = number(item.want("mtu")).orElse(0);
        if (most.isPresent() && most.get() > 0 && wanted > most.get()) {
            return List.of(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "the driver of " + item.name() + " takes at most MTU " + most.get(),
                            "want a smaller MTU on this rail, or another port or firmware"));
        }
        return List.of();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        String wanted = item.want("mtu");
        if (!obstacles(item, is).isEmpty() || is.state("mtu").equals(wanted)) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        is.state("mtu") + "\n",
                        wanted + "\n",
                        is.mayCarryConnection(item.name()) ? Risk.MAY_DISCONNECT : Risk.DISRUPTIVE,
                        item.why(),
                        Set.of(),
                        List.of("set MTU " + is.state("mtu") + " again")));
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return true;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String link = Sh.quote(item.name());
        String wanted = Sh.quote(item.want("mtu"));
        return NetworkService.settling(
                is,
                new Steps(
                        "was=$(rh_mtu %1$s) && rh_put \"$S/mtu.was\" \"$was\" && rh_keep_ipv6 %1$s"
                                .formatted(link),
                        "ip link set dev %s mtu %s".formatted(link, wanted),
                        "is=$(rh_mtu %s); [ \"$is\" = %s ] || rh_fail \"MTU of %s is ${is:-unknown}\""
                                .formatted(link, wanted, item.name()),
                        """
                        rh_is_link %1$s || exit 0
                        read -r was <"$S/mtu.was" && ip link set dev %1$s mtu "$was" && rh_give_ipv6 %1$s"""
                                .formatted(link)));
    }

    private static Optional<Integer> number(String text) {
        try {
            return Optional.of(Integer.parseInt(text.strip()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
