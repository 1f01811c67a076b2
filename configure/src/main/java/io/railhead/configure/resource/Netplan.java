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
import java.util.stream.Collectors;

/// Addresses, MTU and routes of the rails, kept over reboots in a netplan file of Railhead's own.
/// Files of others are never touched: an interface that one of them already sets up as wanted is
/// left to it, and one that it sets up otherwise is an obstacle.
///
/// The renderer is given for the rails' interfaces alone, and only where the intent names one: the
/// machine's other interfaces stay with theirs. A renderer that does not run on the machine is an
/// obstacle, whether the intent names it or the machine's files do.
///
/// Before the file is put in place, `netplan generate --root-dir` is run on a copy of the machine's
/// netplan files with it, where netplan is installed. Where systemd-networkd serves netplan, its
/// configuration is made and `networkctl reload` takes it up, which touches changed interfaces only
/// (networkctl(1)), since files that come out as they were are put back (`rh_generate_netplan`);
/// `netplan apply` would trigger every interface.
@AutoService(Resource.class)
public final class Netplan implements Resource {
    static final String PATH = "/etc/netplan/60-railhead-rails.yaml";

    @Override
    public String kind() {
        return "netplan";
    }

    @Override
    public int order() {
        return 50;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (!host.policy().netplan() || host.rails().isEmpty()) {
            return List.of();
        }
        TreeMap<String, String> want = rails(cluster, host);
        want.put("cluster", cluster.name());
        want.put("renderer", NetworkService.wanted(host));
        want.put("cloud-init", host.policy().network().keepCloudInitOff() ? "off" : "");
        String rails = host.rails().stream().map(RailPort::rail).collect(Collectors.joining(", "));
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        PATH,
                        want,
                        Why.policy(
                                cluster,
                                host,
                                HostPolicy::netplan,
                                "netplan",
                                "true (the default): " + rails)));
    }

    /// The rails as words of an item, for [#ports].
    static TreeMap<String, String> rails(Cluster cluster, Host host) {
        TreeMap<String, String> want = new TreeMap<>();
        for (int i = 0; i < host.rails().size(); i++) {
            RailPort p = host.rails().get(i);
            want.put(
                    "rail:%03d".formatted(i),
                    String.join(
                            " ", p.interfaceName(), p.cidr(), Integer.toString(p.mtu()), p.rail()));
            Optional<RoutedRail> routed = RoutedRail.of(cluster, p);
            if (routed.isPresent()) {
                want.put("routed:%03d".formatted(i), routed.get().encoded());
            }
        }
        return want;
    }

    /// @param cidr address with prefix length
    record Port(String link, String cidr, int mtu, String rail) {}

    static List<Port> ports(Item item) {
        List<Port> ports = new ArrayList<>();
        item.want()
                .forEach(
                        (k, v) -> {
                            String[] p = v.split(" ", 4);
                            if (k.startsWith("rail:") && p.length == 4) {
                                ports.add(new Port(p[0], p[1], Integer.parseInt(p[2]), p[3]));
                            }
                        });
        return ports;
    }

    static List<RoutedRail> routed(Item item) {
        return item.want().entrySet().stream()
                .filter(e -> e.getKey().startsWith("routed:"))
                .map(e -> RoutedRail.decoded(e.getValue()))
                .toList();
    }

    static List<RoutedRail> routed(Item item, String link) {
        return routed(item).stream().filter(r -> r.link().equals(link)).toList();
    }

    /// Who would serve the rails: as the intent says, else as the machine's own files do, of which
    /// the last one that names a renderer for all interfaces counts; networkd where none does.
    private static String renderer(Item item, Observed is) {
        String renderer = item.want("renderer");
        for (String file : ForeignNetplan.files(is)) {
            if (item.want("renderer").isEmpty()) {
                renderer =
                        ForeignNetplan.renderer(is.bytes(file).orElse(new byte[0]))
                                .orElse(renderer);
            }
        }
        return renderer.isEmpty() ? "networkd" : renderer;
    }

    private static Optional<Obstacle> unserved(Item item, Observed is) {
        String renderer = renderer(item, is);
        List<String> running = NetworkService.running(is);
        if (is.note("netplan").isEmpty() || running.isEmpty() || running.contains(renderer)) {
            return Optional.empty();
        }
        String said =
                item.want("renderer").isEmpty()
                        ? "netplan's files here leave the rails to " + renderer
                        : "renderer " + renderer + " is wanted for the rails";
        String other = running.getFirst();
        return Optional.of(
                new Obstacle(
                        item.device(),
                        item.id(),
                        said + ", but it does not run here; " + other + " does",
                        "want renderer: " + other + " for this host, or start " + renderer));
    }

    @Override
    public String observe(Item item) {
        StringBuilder script = new StringBuilder();
        script.append(FileTarget.observe(PATH, ""))
                .append("\nif rh_have netplan; then rh_n netplan installed; fi\n")
                .append("if [ -d /etc/netplan ]; then rh_n directory yes; fi\n")
                .append(ForeignNetplan.observe(PATH));
        return script.append(observeMacs(item)).toString();
    }

    /// Shell that notes the hardware addresses of the rails' interfaces.
    static String observeMacs(Item item) {
        StringBuilder script = new StringBuilder();
        for (Port p : ports(item)) {
            script.append(
                    "rh_n %s \"$(cat %s 2>/dev/null)\"\n"
                            .formatted(
                                    Sh.quote("mac:" + p.link()),
                                    Sh.quote("/sys/class/net/" + p.link() + "/address")));
        }
        return script.append("true").toString();
    }

    /// A file of others as it will be when the rails' file is put in place.
    private static byte[] content(Item item, Observed is, String key) {
        byte[] now = is.bytes(key).orElse(new byte[0]);
        boolean taken =
                key.equals("foreign:" + CloudInitFile.PATH)
                        && item.want("cloud-init").equals("off");
        return taken
                ? CloudInitFile.without(now, ports(item), link -> is.note("mac:" + link))
                        .orElse(now)
                : now;
    }

    private static String remedy(Item item, String file, String link) {
        return file.equals(CloudInitFile.PATH) && item.want("cloud-init").isEmpty()
                ? "want cloud-init-network: false, which takes plain definitions out of it, or take "
                        + link
                        + " out of it by hand"
                : "take "
                        + link
                        + " out of that file, or set netplan: false in the policy to keep rails by"
                        + " hand";
    }

    /// What other files say of the rails' interfaces.
    private static List<ForeignNetplan.Claim> claims(Item item, Observed is) {
        List<ForeignNetplan.Claim> claims = new ArrayList<>();
        ForeignNetplan.files(is)
                .forEach(
                        k ->
                                claims.addAll(
                                        ForeignNetplan.claims(
                                                k.substring("foreign:".length()),
                                                content(item, is, k),
                                                ports(item),
                                                link -> is.note("mac:" + link))));
        // Others' addresses and MTU are of no use where the routes are missing: then all is said
        // here, and netplan puts it together.
        claims.removeIf(
                c ->
                        c instanceof ForeignNetplan.Claim.AsWanted w
                                && !routed(item, w.link()).isEmpty());
        return claims;
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        for (ForeignNetplan.Claim claim : claims(item, is)) {
            switch (claim) {
                case ForeignNetplan.Claim.Otherwise c ->
                        found.add(
                                new Obstacle(
                                        item.device(),
                                        kind() + ":" + c.link(),
                                        c.file() + " sets up " + c.link() + " too: " + c.how(),
                                        remedy(item, c.file(), c.link())));
                case ForeignNetplan.Claim.Unreadable c ->
                        found.add(
                                new Obstacle(
                                        item.device(),
                                        item.id(),
                                        c.file() + " is not valid: " + c.why(),
                                        "mend it; netplan uses no file while one is invalid"));
                case ForeignNetplan.Claim.AsWanted c -> {
                    // Nothing to say: the machine has it from elsewhere.
                }
            }
        }
        if (!found.isEmpty() || target(item, is).isEmpty()) {
            return found;
        }
        FileTarget file = target(item, is).get();
        unserved(item, is).ifPresent(found::add);
        if (!file.isMetBy(is)) {
            file.obstacle(item, is).ifPresent(found::add);
            if (is.note("netplan").isEmpty() && is.note("directory").isEmpty()) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.id(),
                                "netplan is not installed, so addresses and MTU of the rails would"
                                        + " not outlast a reboot",
                                "install netplan.io, or set netplan: false in the policy and keep"
                                        + " them by other means"));
            }
        }
        return found;
    }

    /// The file as wanted; empty when other files have all of it already.
    private static Optional<FileTarget> target(Item item, Observed is) {
        Set<String> elsewhere =
                claims(item, is).stream()
                        .filter(ForeignNetplan.Claim.AsWanted.class::isInstance)
                        .map(c -> ((ForeignNetplan.Claim.AsWanted) c).link())
                        .collect(Collectors.toSet());
        List<Port> ports = ports(item).stream().filter(p -> !elsewhere.contains(p.link())).toList();
        if (ports.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new FileTarget(
                        PATH,
                        NetplanText.text(item, ports).getBytes(StandardCharsets.UTF_8),
                        "600",
                        "root",
                        "root",
                        true));
    }

    private static String service(Item item, Observed is) {
        return NetworkService.of(renderer(item, is), is);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        Optional<FileTarget> target = target(item, is);
        if (target.isEmpty() || target.get().isMetBy(is) || !obstacles(item, is).isEmpty()) {
            return Optional.empty();
        }
        FileTarget file = target.get();
        String service = service(item, is);
        boolean none = service.equals("none");
        List<NetworkService.ByHand> going =
                NetworkService.going(
                        is,
                        NetplanText.changed(item, is),
                        new String(file.content(), StandardCharsets.UTF_8));
        boolean management =
                service.equals("NetworkManager")
                        || ports(item).stream().anyMatch(p -> is.mayCarryConnection(p.link()));
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        file.before(is),
                        file.after(),
                        none
                                ? Risk.NONE
                                : management
                                        ? Risk.MAY_DISCONNECT
                                        : NetworkService.risk(
                                                is,
                                                going,
                                                NetworkService.risk(is, Risk.DISRUPTIVE)),
                        item.why()
                                + NetworkService.lost(service, file.content())
                                + (none
                                        ? ""
                                        : NetworkService.edits(is)
                                                + NetworkService.told(is, going)),
                        Set.of("cloud-init-network:" + CloudInitFile.PATH),
                        List.of(
                                is.state("type").equals("absent")
                                        ? "remove the file"
                                        : "put the former file back",
                                "let the network service read its files again")));
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return change.risk() != Risk.NONE;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        FileTarget file =
                target(item, is)
                        .orElseThrow(() -> new IllegalStateException("no change was planned"));
        String use = Sh.call("rh_use_netplan", service(item, is));
        String unuse = Sh.call("rh_unuse_netplan", service(item, is));
        String links =
                ports(item).stream()
                        .map(p -> Sh.quote(p.link()))
                        .distinct()
                        .collect(Collectors.joining(" "));
        return NetworkService.reloading(
                is,
                new Steps(
                        file.record()
                                + " && rh_keep_down "
                                + links
                                + " || exit 1\n"
                                + NetworkService.keepLive(item),
                        Sh.feed(
                                        "cat >\"$S/check.yaml\"",
                                        new String(file.content(), StandardCharsets.UTF_8))
                                + "\n"
                                + Sh.call("rh_check_netplan", PATH)
                                + " || exit 1\n"
                                + file.put()
                                + "\n[ $? = 0 ] && "
                                + use,
                        file.verify() + " || exit 1\n" + NetworkService.isLive(item),
                        file.undo() + " && " + unuse + " && rh_give_down"));
    }
}
