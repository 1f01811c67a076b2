package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.RailPort;
import io.railhead.model.sysctl.SysctlKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/// Several ports in one host, each answering for itself alone (ip-sysctl in the kernel's
/// documentation):
///
/// - `arp_ignore = 1`: a port answers ARP only for an address of its own. Without it every port
///   answers for every address of the host, and traffic of one rail arrives at another's port;
/// - `arp_announce = 2`: it asks with the address that it has in the target's subnet;
/// - `rp_filter = 2`, where the host has more than one port: a packet is taken when any port has a
///   way back to its sender. The strict 1 of some distributions drops what comes by a port that
///   the main table would not answer by.
///
/// For these three the kernel takes the larger of `conf.all` and the interface's own value, so that
/// the interface's own suffices, and the management interface stays as it is; a larger `conf.all`
/// would win and is an obstacle. The file is read before the one of `host-policy: sysctl`: a key
/// that stands there is left to it. systemd-udevd sets them again when an interface comes later
/// than boot (99-systemd.rules).
@AutoService(Resource.class)
public final class RailArp implements Resource {
    private static final String PATH = "/etc/sysctl.d/99-zy-railhead-rails.conf";

    private static final String SAID =
            """
            # Each rail's port answers ARP for its own address alone (arp_ignore) and asks with it
            # (arp_announce); a way back by any port will do (rp_filter 2, loose).
            # The kernel takes the larger of conf.all and the interface's own.
            """;

    private final SysctlDropIn file = new SysctlDropIn();

    @Override
    public String kind() {
        return "rail-arp";
    }

    @Override
    public int order() {
        return 31;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (!host.policy().network().railArp()) {
            return List.of();
        }
        List<String> links =
                host.rails().stream().map(RailPort::interfaceName).distinct().sorted().toList();
        TreeMap<String, String> want = new TreeMap<>();
        StringBuilder about = new StringBuilder(SAID);
        for (String link : links) {
            put(host, want, about, link, "arp_ignore", "1");
            put(host, want, about, link, "arp_announce", "2");
            if (links.size() > 1) {
                put(host, want, about, link, "rp_filter", "2");
            }
        }
        if (want.isEmpty()) {
            return List.of();
        }
        want.put("cluster", cluster.name());
        want.put(SysctlDropIn.ABOUT, about.toString());
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        PATH,
                        want,
                        Why.policy(
                                cluster,
                                host,
                                (HostPolicy p) -> p.network().railArp(),
                                "rail-arp",
                                "true: " + String.join(", ", links))));
    }

    private static void put(
            Host host,
            TreeMap<String, String> want,
            StringBuilder about,
            String link,
            String name,
            String value) {
        String key = SysctlDropIn.ofInterface(link, name);
        boolean ofPolicy =
                host.policy().sysctl().keySet().stream()
                        .anyMatch(k -> SysctlKey.path(k).equals(SysctlKey.path(key)));
        if (ofPolicy) {
            about.append("# ").append(key).append(" is left to host-policy: sysctl.\n");
        } else {
            want.put("key:" + key, value);
        }
    }

    @Override
    public String observe(Item item) {
        StringBuilder script = new StringBuilder(file.observe(item));
        for (String name : List.of("arp_ignore", "arp_announce")) {
            script.append("\nrh_n all:")
                    .append(name)
                    .append(" \"$(cat ")
                    .append(Sh.quote("/proc/sys/net/ipv4/conf/all/" + name))
                    .append(" 2>/dev/null)\"");
        }
        return script.toString();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>(file.obstacles(item, is));
        item.want().entrySet().stream()
                .filter(e -> e.getKey().startsWith("key:"))
                .forEach(
                        e -> {
                            String key = e.getKey().substring("key:".length());
                            String name = key.substring(key.lastIndexOf('.') + 1);
                            if (isMore(is.note("all:" + name), e.getValue())) {
                                found.add(
                                        new Obstacle(
                                                item.device(),
                                                kind() + ":" + key,
                                                "net.ipv4.conf.all."
                                                        + name
                                                        + " is "
                                                        + is.note("all:" + name)
                                                        + ", and the kernel takes the larger",
                                                "want net.ipv4.conf.all."
                                                        + name
                                                        + ": 0 in host-policy: sysctl"));
                            }
                        });
        return found;
    }

    private static boolean isMore(String is, String wanted) {
        return is.matches("[0-9]{1,3}") && Integer.parseInt(is) > Integer.parseInt(wanted);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        return file.diff(item, is);
    }

    @Override
    public Steps steps(Item item, Observed is) {
        return file.steps(item, is);
    }
}
