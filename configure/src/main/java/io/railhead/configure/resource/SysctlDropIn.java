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
import io.railhead.model.sysctl.SysctlKey;
import io.railhead.model.sysctl.SysctlOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Kernel settings: one file of Railhead's own, last in order, and the live values.
///
/// A key that the machine does not have, or does not let be set, is named as an obstacle; in the
/// file it stands as a comment, so that booting does not fail on it. Such keys are met only when
/// the machine happens to have the wanted value.
@AutoService(Resource.class)
public final class SysctlDropIn implements Resource {
    static final String PATH = SysctlOrder.OURS;

    /// Key of an item's comment lines for the head of its file, in place of the usual one.
    static final String ABOUT = "about";

    /// Settings that may cut the connection, by where they lie, so that no spelling of a key
    /// escapes: what an interface answers to and routes, whether the host passes packets on, which
    /// also changes the former, and whom it knows as its neighbours.
    private static final Pattern MAY_DISCONNECT =
            Pattern.compile("/proc/sys/net/(ipv[46]/(conf|neigh)/.*|ipv4/ip_forward)");

    @Override
    public String kind() {
        return "sysctl";
    }

    @Override
    public int order() {
        return 30;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (host.policy().sysctl().isEmpty()) {
            return List.of();
        }
        TreeMap<String, String> want = new TreeMap<>();
        host.policy().sysctl().forEach((k, v) -> want.put("key:" + k, SysctlKey.folded(v)));
        want.put("cluster", cluster.name());
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        PATH,
                        want,
                        Why.policy(
                                cluster,
                                host,
                                HostPolicy::sysctl,
                                "sysctl",
                                String.join(", ", host.policy().sysctl().keySet()))));
    }

    /// @param path under `/proc/sys`
    private record Setting(String key, String value, String path) {}

    private static List<Setting> settings(Item item) {
        List<Setting> all = new ArrayList<>();
        item.want()
                .forEach(
                        (k, v) -> {
                            if (k.startsWith("key:")) {
                                String key = k.substring("key:".length());
                                all.add(new Setting(key, v, "/proc/sys/" + SysctlKey.path(key)));
                            }
                        });
        return all;
    }

    /// Key of an interface's IPv4 setting; its name may hold dots, which stand as slashes.
    static String ofInterface(String link, String name) {
        return "net.ipv4.conf." + link.replace('.', '/') + "." + name;
    }

    @Override
    public String observe(Item item) {
        List<Setting> settings = settings(item);
        return FileTarget.observe(item.name(), "")
                + "\n"
                + settings.stream().map(s -> see(s)).collect(Collectors.joining("\n"))
                + "\n"
                + SysctlFiles.observe(settings.stream().map(Setting::key).toList());
    }

    private static Optional<String> live(Observed is, Setting setting) {
        String state = is.state("live:" + setting.key());
        if (state.startsWith("= ")) {
            return Optional.of(state.substring(2));
        }
        return state.startsWith("read-only ")
                ? Optional.of(state.substring("read-only ".length()))
                : Optional.empty();
    }

    /// Never a file outside `/proc/sys`: its content would stand in the plan.
    private static String see(Setting setting) {
        return setting.path().matches(".*/\\.\\.?(/.*)?")
                ? Sh.call("rh_o", "live:" + setting.key(), "outside")
                : Sh.call("rh_see_sysctl", setting.key(), setting.path())
                        + "\n"
                        + Sh.call("rh_see_choice", setting.key(), setting.path(), setting.value());
    }

    /// Why a setting cannot be made here; empty when it can.
    private static Optional<String> refusal(Observed is, Setting setting) {
        String state = is.state("live:" + setting.key());
        if (setting.key().matches(".*[*?\\[\\s].*")) {
            return Optional.of("is a pattern; name each key");
        }
        if (state.equals("=") || state.startsWith("= ")) {
            return SysctlRange.refusal(
                    SysctlKey.path(setting.key()).replace('/', '.'),
                    setting.value(),
                    live(is, setting).orElse(""),
                    is.note("available:" + setting.key()));
        }
        return Optional.of(
                switch (state) {
                    case "absent" -> "does not exist on this machine";
                    case "unreadable" -> "cannot be read back";
                    case "outside" -> "leads out of /proc/sys";
                    case String s when s.startsWith("read-only") -> "is read-only here";
                    default -> "could not be read";
                });
    }

    private static FileTarget target(Item item, Observed is) {
        StringBuilder text = new StringBuilder();
        text.append("# Written by Railhead from the intent of cluster ")
                .append(item.want("cluster"))
                .append(".\n# Do not edit: the next apply replaces it. To take it back:")
                .append(" railhead rollback.\n")
                .append(
                        item.want()
                                .getOrDefault(
                                        ABOUT,
                                        "# Its name is last in order, so that it has the last"
                                                + " word.\n"));
        for (Setting s : settings(item)) {
            Optional<String> refused = refusal(is, s);
            text.append(refused.map(r -> "# Not set, " + s.key() + " " + r + ": ").orElse(""))
                    .append(s.key())
                    .append(" = ")
                    .append(s.value())
                    .append('\n');
        }
        return new FileTarget(
                item.name(),
                text.toString().getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    private static List<Setting> settable(Item item, Observed is) {
        return settings(item).stream().filter(s -> refusal(is, s).isEmpty()).toList();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        FileTarget file = target(item, is);
        if (!file.isMetBy(is)) {
            file.obstacle(item, is).ifPresent(found::add);
        }
        for (Setting s : settings(item)) {
            Optional<String> refused = refusal(is, s);
            Optional<String> now = live(is, s);
            if (refused.isPresent() && !met(is, s)) {
                found.add(
                        new Obstacle(
                                item.device(),
                                item.kind() + ":" + s.key(),
                                s.key()
                                        + " = "
                                        + s.value()
                                        + " is wanted, but it "
                                        + refused.get()
                                        + now.map(v -> " (it is " + v + ")").orElse(""),
                                refused.get().startsWith("takes ")
                                        ? "correct the value in the intent"
                                        : "leave it out of this host's policy, or set it where it"
                                                + " can be"));
            }
            SysctlFiles.overriding(is, item.name(), s.key(), s.value())
                    .ifPresent(
                            where ->
                                    found.add(
                                            new Obstacle(
                                                    item.device(),
                                                    item.kind() + ":" + s.key(),
                                                    where
                                                            + " sets it too and is read after "
                                                            + item.name(),
                                                    "remove that line, or want what it says")));
        }
        return found;
    }

    private static boolean isKeptElsewhere(Observed is, Setting setting) {
        return met(is, setting) && SysctlFiles.keep(is, setting.key(), setting.value());
    }

    /// Whether the file is there as apply leaves it and sets nothing that is not wanted; its
    /// comments may be others, such as the name of another cluster.
    private static boolean holdsNothingElse(Item item, Observed is) {
        if (!is.state("type").equals("file")
                || !is.state("mode").equals("644")
                || !is.state("uid").equals("0")) {
            return false;
        }
        Set<String> wanted =
                settings(item).stream()
                        .map(s -> SysctlKey.path(s.key()))
                        .collect(Collectors.toSet());
        String text = new String(is.bytes("content").orElse(new byte[0]), StandardCharsets.UTF_8);
        List<String> set =
                text.lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty() && !l.startsWith("#") && !l.startsWith(";"))
                        .toList();
        return !set.isEmpty()
                && set.stream()
                        .allMatch(
                                l ->
                                        l.contains("=")
                                                && wanted.contains(
                                                        SysctlKey.path(SysctlFiles.key(l))));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item, is);
        List<Setting> settable = settable(item, is);
        if (is.state("type").equals("absent")
                && settable.stream().allMatch(s -> isKeptElsewhere(is, s))) {
            return Optional.empty();
        }
        if (holdsNothingElse(item, is) && settable.stream().allMatch(s -> isKeptElsewhere(is, s))) {
            return Optional.empty();
        }
        if (file.isMetBy(is) && settable.stream().allMatch(s -> met(is, s))) {
            return Optional.empty();
        }
        if (settable.isEmpty() && is.state("type").equals("absent")) {
            // A file that sets nothing is of no use to anybody.
            return Optional.empty();
        }
        if (file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        file.before(is) + lines(settable, s -> live(is, s).orElse("?")),
                        file.after() + lines(settable, Setting::value),
                        risk(settable.stream().filter(s -> !met(is, s)).toList()),
                        item.why(),
                        Set.of(),
                        List.of("put the former file back", "set the former live values again")));
    }

    private static boolean met(Observed is, Setting setting) {
        return live(is, setting).equals(Optional.of(setting.value()));
    }

    private static Risk risk(List<Setting> changing) {
        return changing.stream().anyMatch(s -> MAY_DISCONNECT.matcher(s.path()).matches())
                ? Risk.MAY_DISCONNECT
                : Risk.LOW;
    }

    private static String lines(List<Setting> settings, Function<Setting, String> value) {
        return settings.stream()
                .map(s -> "live " + s.key() + " = " + value.apply(s) + "\n")
                .collect(Collectors.joining());
    }

    @Override
    public Steps steps(Item item, Observed is) {
        FileTarget file = target(item, is);
        List<Setting> settable = settable(item, is);
        String set =
                settable.stream()
                        .map(
                                s ->
                                        Sh.call("rh_set_sysctl", s.key(), s.path(), s.value())
                                                + " || exit 1")
                        .collect(Collectors.joining("\n"));
        String record =
                settable.stream()
                        .map(s -> Sh.call("rh_keep_sysctl", s.path()))
                        .collect(Collectors.joining(" &&\n"));
        String verify =
                settable.stream()
                        .map(s -> Sh.call("rh_is_sysctl", s.key(), s.path(), s.value()))
                        .collect(Collectors.joining(" &&\n"));
        return new Steps(
                file.record()
                        + " && : >\"$S/live.was\" && rm -f \"$S\"/ipv6*-of.was"
                        + (record.isEmpty() ? "" : " &&\n" + record),
                file.put()
                        + "\n[ $? = 0 ] || exit 1\n"
                        // One at a time where it fails: which one the kernel refused is told.
                        + "rh_have sysctl && sysctl -q -p "
                        + Sh.quote(item.name())
                        + " 2>/dev/null || {\n:\n"
                        + set
                        + "\n}",
                file.verify() + (verify.isEmpty() ? "" : " &&\n" + verify),
                file.undo() + " && rh_give_sysctl");
    }
}
