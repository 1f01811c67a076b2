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
import io.railhead.model.intent.SoftwarePolicy.Boot;
import io.railhead.model.intent.SoftwarePolicy.Unit;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A systemd unit: its file, whether it is started at boot, and whether it runs now. A new file is
/// shown to systemd itself before it is put in place. The way back restores the links of the unit
/// themselves, so that it ends enabled, disabled or masked exactly as it was.
@AutoService(Resource.class)
public final class SystemdUnit implements Resource {
    private static final String FUNCTIONS = Shell.load("unit.sh");

    /// Units whose start or stop may cut the connection.
    private static final Pattern MAY_DISCONNECT =
            Pattern.compile(
                    "(ssh|sshd|networking|network|NetworkManager|systemd-networkd|ufw|firewalld"
                            + "|nftables|iptables|ip6tables|netplan-.*|openvswitch.*|wpa_supplicant"
                            + "|opensm|openibd|rdma)[.@].*");

    /// Programs in a unit of one's own that may cut the connection when it starts or stops.
    private static final Pattern CUTS =
            Pattern.compile(
                    "\\b(nft|iptables|ip6tables|ebtables|ufw|firewall-cmd|netplan|networkctl|nmcli"
                            + "|ifconfig|ip (-\\S+ )*(a|addr|address|l|link|r|ro|route|ru|rule))\\b");

    @Override
    public String kind() {
        return "unit";
    }

    @Override
    public int order() {
        return 60;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        return host.policy().software().units().stream().map(u -> item(cluster, host, u)).toList();
    }

    private Item item(Cluster cluster, Host host, Unit unit) {
        HostPolicy policy = host.policy();
        TreeMap<String, String> want = new TreeMap<>();
        unit.content()
                .ifPresent(
                        c ->
                                want.put(
                                        "content",
                                        Base64.getEncoder()
                                                .encodeToString(
                                                        c.getBytes(StandardCharsets.UTF_8))));
        want.put("boot", unit.boot().word());
        want.put("running", unit.running().map(r -> r ? "running" : "stopped").orElse("left"));
        policy.software()
                .packages()
                .forEach(
                        (name, state) -> {
                            if (state.present()) {
                                want.put("package:" + name, "present");
                            }
                        });
        unit.content().stream()
                .flatMap(c -> UnitWish.programs(c).stream())
                .forEach(
                        p ->
                                want.put(
                                        "program:" + p,
                                        policy.files().stream().anyMatch(f -> f.path().equals(p))
                                                ? "ours"
                                                : "there"));
        return new Item(
                host.name(),
                kind(),
                unit.name(),
                want,
                Why.policy(
                        cluster,
                        host,
                        (HostPolicy p) -> p.software().units(),
                        "units",
                        unit.name()));
    }

    private static List<String> keys(Item item, String prefix, String value) {
        return item.want().entrySet().stream()
                .filter(e -> e.getKey().startsWith(prefix) && e.getValue().equals(value))
                .map(e -> e.getKey().substring(prefix.length()))
                .toList();
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS
                + new UnitWish(item)
                        .file()
                        .map(f -> FileTarget.observe(f.path(), f.sha256()) + "\n")
                        .orElse("")
                + Sh.call("rh_see_unit", item.name())
                + "\n"
                + keys(item, "program:", "there").stream()
                        .map(p -> Sh.call("rh_see_program", p) + "\n")
                        .collect(Collectors.joining())
                + Sh.call(
                        "rh_see_pending", keys(item, "package:", "present").toArray(String[]::new));
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        return new UnitWish(item).obstacle(is).stream().toList();
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        UnitWish wish = new UnitWish(item);
        if (wish.isMetBy(is) || wish.obstacle(is).isPresent()) {
            return Optional.empty();
        }
        TreeSet<String> needs = new TreeSet<>();
        keys(item, "package:", "present").forEach(p -> needs.add("package:" + p));
        keys(item, "program:", "ours").forEach(p -> needs.add("file:" + p));
        boolean ran = is.state("runs").equals("yes");
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        wish.before(is),
                        wish.after(is),
                        risk(item, wish, is),
                        item.why(),
                        needs,
                        List.of(
                                "give the unit its former file and links again",
                                (ran ? "start" : "stop")
                                        + " it if need be, and give the firewall its former rules;"
                                        + " what else it did when it ran stays done")));
    }

    private static Risk risk(Item item, UnitWish wish, Observed is) {
        boolean serves = MAY_DISCONNECT.matcher(item.name()).matches();
        boolean off = wish.boot() == Boot.DISABLED || wish.boot() == Boot.MASKED;
        // What serves the connection would be gone from the next boot on.
        if (serves && (!wish.isFileMet(is) || off && !wish.isBootMet(is))) {
            return Risk.MAY_DISCONNECT;
        }
        if (wish.action(is).isEmpty()) {
            return Risk.LOW;
        }
        if (serves || wish.programLines().anyMatch(l -> CUTS.matcher(l).find())) {
            return Risk.MAY_DISCONNECT;
        }
        return wish.action(is).equals("start") ? Risk.LOW : Risk.DISRUPTIVE;
    }

    /// What a unit does when it is started may stand anywhere, in a script that it calls too.
    @Override
    public boolean guarded(Item item, Change change) {
        return change.risk() == Risk.MAY_DISCONNECT || !item.want("running").equals("left");
    }

    @Override
    public Steps steps(Item item, Observed is) {
        UnitWish wish = new UnitWish(item);
        String name = Sh.quote(item.name());
        StringBuilder apply = new StringBuilder(FUNCTIONS);
        if (!wish.isFileMet(is)) {
            FileTarget file = wish.file().orElseThrow();
            apply.append(
                            Sh.feed(
                                    Sh.call("rh_check_unit", item.name()),
                                    new String(file.content(), StandardCharsets.UTF_8)))
                    .append("\n[ $? = 0 ] || exit 1\n")
                    .append(file.put())
                    .append("\n[ $? = 0 ] || exit 1\n");
        }
        apply.append("systemctl daemon-reload || exit 1\n");
        boolean unmask = is.state("boot").startsWith("masked") && wish.boot() != Boot.MASKED;
        if (!wish.isBootMet(is)) {
            if (unmask && wish.isFileMet(is)) {
                apply.append("systemctl unmask -- ").append(name).append(" || exit 1\n");
            }
            apply.append(
                    switch (wish.boot()) {
                        case ENABLED -> "systemctl enable -- " + name + " || exit 1\n";
                        case DISABLED -> Sh.call("rh_unit_disable", item.name()) + " || exit 1\n";
                        case MASKED -> "systemctl mask -- " + name + " || exit 1\n";
                        case LEFT -> "";
                    });
        }
        String action = wish.action(is);
        if (!action.isEmpty()) {
            apply.append(Sh.call("rh_unit_do", item.name(), action)).append(" || exit 1\n");
        }
        apply.append("true");
        return new Steps(
                FUNCTIONS + Sh.call("rh_keep_unit", item.name()),
                apply.toString(),
                FUNCTIONS
                        + wish.file().map(f -> f.verify() + " && ").orElse("")
                        + Sh.call(
                                "rh_is_unit",
                                item.name(),
                                wish.bootWords(),
                                item.want("running").toLowerCase(Locale.ROOT)),
                FUNCTIONS + Sh.call("rh_give_unit", item.name()));
    }
}
