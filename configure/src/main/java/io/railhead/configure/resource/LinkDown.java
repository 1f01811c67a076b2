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
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.RailPort;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// An interface that is to be off, now and after a reboot: by whoever sets interfaces up on this
/// machine, so that nobody has to undo at boot what another has done.
///
/// - netplan, where systemd-networkd serves it: `activation-mode: off`, which becomes networkd's
///   `ActivationPolicy=always-down` and adds to what other netplan files say of the interface;
/// - NetworkManager knows no such thing: a device that it does not manage stays as the kernel made
///   it, which is off;
/// - systemd-networkd alone: a `.network` file with `ActivationPolicy=always-down` that comes
///   before others, as the first one that matches is the only one.
///
/// It refuses the interface of the connection, that of the default route, a rail's port, and the
/// twin of a port in use ([PortTwins]): switched off, half of that port's rate is gone.
@AutoService(Resource.class)
public final class LinkDown implements Resource {

    @Override
    public String kind() {
        return "link-down";
    }

    @Override
    public int order() {
        return 85;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        List<String> down = host.policy().network().linksDown();
        return down.stream().map(l -> item(cluster, host, l, down)).toList();
    }

    private Item item(Cluster cluster, Host host, String link, List<String> down) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("cluster", cluster.name());
        for (String other : down) {
            want.put("down:" + other, "");
        }
        for (RailPort p : host.rails()) {
            want.put("rail:" + p.interfaceName(), p.rail());
        }
        return new Item(
                host.name(),
                kind(),
                link,
                want,
                Why.policy(
                        cluster,
                        host,
                        (HostPolicy p) -> p.network().linksDown(),
                        "links-down",
                        link));
    }

    @Override
    public String observe(Item item) {
        return Sh.call("rh_see_up", item.name())
                + "\n"
                + Sh.call("rh_see_down_file", item.name())
                + "\nrh_see_ports\n"
                + "rh_n default \"$( (ip -4 route show default; ip -6 route show default)"
                + " 2>/dev/null | rh_lines)\"\n"
                + ForeignNetplan.observe(path(item, "netplan"));
    }

    private static String path(Item item, String by) {
        return switch (by) {
            case "netplan" -> "/etc/netplan/61-railhead-down-" + item.name() + ".yaml";
            case "NetworkManager" ->
                    "/etc/NetworkManager/conf.d/61-railhead-down-" + item.name() + ".conf";
            default -> "/etc/systemd/network/05-railhead-down-" + item.name() + ".network";
        };
    }

    /// Empty when nothing on the machine would keep it off.
    private static Optional<FileTarget> target(Item item, Observed is) {
        String by = is.state("by");
        String link = item.name();
        String body =
                switch (by) {
                    case "netplan" ->
                            "network:\n  version: 2\n  ethernets:\n    "
                                    + link
                                    + ":\n      renderer: networkd\n"
                                    + "      activation-mode: \"off\"\n"
                                    + "      dhcp4: false\n      optional: true\n";
                    case "NetworkManager" ->
                            "[device-railhead-"
                                    + link
                                    + "]\nmatch-device=interface-name:="
                                    + link
                                    + "\nmanaged=0\n";
                    case "networkd" ->
                            "[Match]\nName=" + link + "\n\n[Link]\nActivationPolicy=always-down\n";
                    default -> "";
                };
        if (body.isEmpty()) {
            return Optional.empty();
        }
        String text =
                "# Written by Railhead from the intent of cluster "
                        + item.want("cluster")
                        + ".\n# It keeps "
                        + link
                        + " off. To take it back: railhead rollback.\n"
                        + body;
        return Optional.of(
                new FileTarget(
                        path(item, by),
                        text.getBytes(StandardCharsets.UTF_8),
                        by.equals("netplan") ? "600" : "644",
                        "root",
                        "root",
                        true));
    }

    private static Obstacle obstacle(Item item, String why, String remedy) {
        return new Obstacle(item.device(), item.id(), why, remedy);
    }

    /// Why the interface must not be switched off; empty when it may be.
    private static Optional<Obstacle> refusal(Item item, Observed is) {
        String link = item.name();
        String leave = "take " + link + " out of links-down of this host";
        if (is.state("link").equals("absent")) {
            return Optional.of(
                    obstacle(item, "there is no interface " + link, leave + ", or name it right"));
        }
        if (item.want().containsKey("rail:" + link)) {
            return Optional.of(
                    obstacle(item, link + " is the port of " + item.want("rail:" + link), leave));
        }
        if (!is.host("management").equals("unknown") && is.mayCarryConnection(link)) {
            return Optional.of(
                    obstacle(item, "the connection to this machine comes in by " + link, leave));
        }
        if ((" " + is.note("default").replace('|', ' ') + " ").contains(" dev " + link + " ")) {
            return Optional.of(
                    obstacle(item, "this machine's default route leaves by " + link, leave));
        }
        return twin(item, is);
    }

    private static Optional<Obstacle> twin(Item item, Observed is) {
        List<PortTwins.Port> ports = PortTwins.ports(is);
        for (PortTwins.Port self : ports) {
            for (PortTwins.Port other : ports) {
                if (!self.name().equals(item.name()) || !PortTwins.areTwins(self, other)) {
                    continue;
                }
                boolean rail = item.want().containsKey("rail:" + other.name());
                boolean stays = !item.want().containsKey("down:" + other.name());
                if (rail || stays && other.up() && other.carrier()) {
                    String use = rail ? item.want("rail:" + other.name()) : "in use";
                    return Optional.of(
                            obstacle(
                                    item,
                                    "it is the twin of "
                                            + other.name()
                                            + " ("
                                            + use
                                            + "): both are one port on one cable, and with one of"
                                            + " them off half of its rate is gone",
                                    "make it a port of a rail of its own, or take it out of"
                                            + " links-down"));
                }
            }
        }
        return Optional.empty();
    }

    /// Netplan files that know the interface by another name: two definitions would compete.
    private static List<Obstacle> elsewhere(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        if (is.state("by").equals("netplan")) {
            for (String key : ForeignNetplan.files(is)) {
                for (String id :
                        ForeignNetplan.ids(
                                is.bytes(key).orElse(new byte[0]),
                                item.name(),
                                link -> is.note("mac:" + link))) {
                    if (!id.equals(item.name())) {
                        found.add(
                                obstacle(
                                        item,
                                        key.substring("foreign:".length())
                                                + " sets it up under the name "
                                                + id,
                                        "take it out of that file"));
                    }
                }
            }
        }
        return found;
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        Optional<Obstacle> refused = refusal(item, is);
        if (refused.isPresent()) {
            return List.of(refused.get());
        }
        List<Obstacle> found = new ArrayList<>(elsewhere(item, is));
        Optional<FileTarget> file = target(item, is);
        if (file.isEmpty()) {
            found.add(
                    obstacle(
                            item,
                            "neither netplan nor NetworkManager nor systemd-networkd is here, so"
                                    + " nothing would keep it off after a reboot",
                            "switch it off in what sets interfaces up here, or install netplan.io"));
        } else if (!file.get().isMetBy(is)) {
            file.get().obstacle(item, is).ifPresent(found::add);
        }
        return found;
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (refusal(item, is).isPresent() || !elsewhere(item, is).isEmpty()) {
            return Optional.empty();
        }
        Optional<FileTarget> file = changing(item, is);
        boolean up = is.state("link").equals("up");
        if (file.isEmpty() && !up) {
            return Optional.empty();
        }
        boolean reads = file.isPresent() && is.state("by").equals("netplan");
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        file.map(f -> f.before(is)).orElse("") + "link " + is.state("link") + "\n",
                        file.map(FileTarget::after).orElse("") + "link down\n",
                        is.mayCarryConnection(item.name())
                                ? Risk.MAY_DISCONNECT
                                : reads
                                        ? NetworkService.risk(is, Risk.DISRUPTIVE)
                                        : Risk.DISRUPTIVE,
                        item.why() + (reads ? NetworkService.edits(is) : ""),
                        Set.of(),
                        List.of(
                                "put the file back as it was",
                                up
                                        ? "switch it on, with the addresses and routes it had"
                                        : "leave it off")));
    }

    private static Optional<FileTarget> changing(Item item, Observed is) {
        return target(item, is).filter(f -> !f.isMetBy(is) && f.obstacle(item, is).isEmpty());
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return true;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        Optional<FileTarget> file = changing(item, is);
        String by = is.state("by");
        String use = file.isPresent() ? Sh.call("rh_use_down_file", by, "use") : "true";
        String unuse = file.isPresent() ? Sh.call("rh_use_down_file", by, "unuse") : "true";
        String check =
                by.equals("netplan") && file.isPresent()
                        ? Sh.feed(
                                        "cat >\"$S/check.yaml\"",
                                        new String(file.get().content(), StandardCharsets.UTF_8))
                                + "\n"
                                + Sh.call("rh_check_netplan", file.get().path())
                                + " || exit 1\n"
                        : "";
        String link = Sh.quote(item.name());
        return NetworkService.reloading(
                is,
                new Steps(
                        file.map(f -> f.record() + " && ").orElse("") + "rh_keep_link " + link,
                        check
                                + file.map(f -> f.put() + "\n[ $? = 0 ] || exit 1\n").orElse("")
                                + use
                                + " && ip link set dev "
                                + link
                                + " down",
                        file.map(f -> f.verify() + " && ").orElse("")
                                + "{ ! rh_is_up "
                                + link
                                + " || rh_fail "
                                + Sh.quote(item.name() + " is still on")
                                + "; }",
                        file.map(f -> f.undo() + " && ").orElse("")
                                + unuse
                                + " && rh_give_link "
                                + link));
    }
}
