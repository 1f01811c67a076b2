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
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A rail's address on its interface as it is now. Where netplan runs, it brings the address and
/// this only waits for it; elsewhere it is added. No other address is ever touched: one that stands
/// in the way is an obstacle.
@AutoService(Resource.class)
public final class RailAddress implements Resource {

    @Override
    public String kind() {
        return "address";
    }

    @Override
    public int order() {
        return 90;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.rails().stream().map(p -> item(cluster, host, p)).toList();
    }

    private Item item(Cluster cluster, Host host, RailPort port) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("interface", port.interfaceName());
        want.put("address", IpText.of(port.address()) + "/" + port.subnet().prefix());
        want.put("subnet", port.subnet().toString());
        want.put("renderer", NetworkService.wanted(host));
        return new Item(
                host.name(),
                kind(),
                port.interfaceName() + "/" + port.address(),
                want,
                Why.rail(cluster, host, port, "address " + port.cidr()));
    }

    @Override
    public String observe(Item item) {
        return """
                if rh_is_link %1$s; then rh_o link present; \
                else rh_o link absent; rh_n gone:link yes; rh_n gone:address yes; fi
                if rh_has_address %1$s %2$s; then rh_o address present; else rh_o address absent; fi"""
                .formatted(Sh.quote(item.want("interface")), Sh.quote(item.want("address")));
    }

    /// Addresses on the machine: interface and address with prefix length.
    private static List<String[]> addresses(Observed is) {
        return Arrays.stream(is.host("addresses").split(","))
                .map(a -> a.strip().split(" "))
                .filter(a -> a.length == 2)
                .toList();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        String wanted = item.want("address");
        String plain = wanted.substring(0, wanted.indexOf('/'));
        String link = item.want("interface");
        if (!is.state("link").equals("present")) {
            // Said once, by the link's MTU.
            return List.of();
        }
        List<Obstacle> found = new ArrayList<>();
        Optional<Subnet> subnet = Subnet.parse(item.want("subnet"));
        for (String[] a : addresses(is)) {
            String address = a[1].replaceFirst("/.*", "");
            boolean same = address.equals(plain);
            if (same && !a[0].equals(link)) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                plain + " is on " + a[0] + ", not on " + link,
                                "if the cable is right: ip addr del " + a[1] + " dev " + a[0]));
            } else if (same && !a[1].equals(wanted)) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                link + " has " + a[1] + ": another prefix length than " + wanted,
                                "ip addr del " + a[1] + " dev " + link));
            } else if (!same
                    && a[0].equals(link)
                    && subnet.isPresent()
                    && subnet.get().contains(address)) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                link + " also has " + a[1] + ", which the intent does not know",
                                "ip addr del " + a[1] + " dev " + link + ", and where it is kept"));
            }
        }
        return found;
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        String wanted = item.want("address");
        String plain = wanted.substring(0, wanted.indexOf('/'));
        boolean elsewhere =
                addresses(is).stream().anyMatch(a -> a[1].replaceFirst("/.*", "").equals(plain));
        if (!is.state("link").equals("present")
                || is.state("address").equals("present")
                || elsewhere) {
            return Optional.empty();
        }
        String link = item.want("interface");
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        "",
                        wanted + "\n",
                        is.mayCarryConnection(link) ? Risk.MAY_DISCONNECT : Risk.DISRUPTIVE,
                        item.why(),
                        Set.of(),
                        List.of("remove " + wanted + " from " + link)));
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return true;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String link = Sh.quote(item.want("interface"));
        String address = Sh.quote(item.want("address"));
        String has = "rh_has_address " + link + " " + address;
        String add = "ip addr add " + address + " dev " + link;
        return NetworkService.settling(
                is,
                new Steps(
                        "rh_put \"$S/address.was\" absent",
                        NetworkService.bring(
                                item.want("renderer"), is, has, link, has + " || " + add),
                        Sh.call("rh_is_address", item.want("interface"), item.want("address")),
                        "if " + has + "; then ip addr del " + address + " dev " + link + "; fi"));
    }
}
