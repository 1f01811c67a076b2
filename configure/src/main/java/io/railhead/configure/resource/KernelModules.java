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
import io.railhead.model.intent.SoftwarePolicy.Modules;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Kernel modules that are loaded now and at boot, and in a file of their own the options that
/// modules are loaded with and those that are not loaded by themselves.
///
/// A module is never unloaded to give it other options or because it is on the blacklist: traffic
/// may run through it. That it has to be loaded anew, or the machine booted, is told as an
/// obstacle until it is done.
@AutoService(Resource.class)
public final class KernelModules implements Resource {
    static final String LOAD = "/etc/modules-load.d/railhead.conf";

    /// `modprobe` puts the options of all files one behind the other, and the last one counts.
    static final String OPTIONS = "/etc/modprobe.d/zz-railhead.conf";

    private static final String FUNCTIONS = Shell.load("modules.sh");

    @Override
    public String kind() {
        return "modules";
    }

    @Override
    public int order() {
        return 35;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Modules modules = host.policy().software().modules();
        String why =
                Why.policy(cluster, host, (HostPolicy p) -> p.software().modules(), "modules", "");
        List<Item> items = new ArrayList<>();
        if (!modules.options().isEmpty() || !modules.blacklist().isEmpty()) {
            TreeMap<String, String> want = new TreeMap<>();
            want.put("cluster", cluster.name());
            modules.options().forEach((k, v) -> want.put("options:" + k, v.strip()));
            modules.blacklist().forEach(m -> want.put("blacklist:" + m, ""));
            items.add(new Item(host.name(), kind(), OPTIONS, want, why.strip()));
        }
        if (!modules.load().isEmpty()) {
            TreeMap<String, String> want = new TreeMap<>();
            want.put("cluster", cluster.name());
            modules.load().forEach(m -> want.put("load:" + m, ""));
            items.add(new Item(host.name(), kind(), LOAD, want, why.strip()));
        }
        return items;
    }

    private static List<String> keys(Item item, String prefix) {
        return item.want().keySet().stream()
                .filter(k -> k.startsWith(prefix))
                .map(k -> k.substring(prefix.length()))
                .toList();
    }

    private static boolean isLoad(Item item) {
        return item.name().equals(LOAD);
    }

    @Override
    public String observe(Item item) {
        StringBuilder text = new StringBuilder(FUNCTIONS);
        text.append(FileTarget.observe(item.name(), "")).append('\n');
        if (isLoad(item)) {
            text.append("rh_see_loading\n");
            keys(item, "load:").forEach(m -> text.append(Sh.call("rh_see_module", m)).append('\n'));
            text.append(
                    """
                    rh_n lines "$(grep -HnE '^[[:space:]]*[^#;[:space:]]' /etc/modules \
                        /etc/modules-load.d/*.conf /run/modules-load.d/*.conf \
                        /usr/lib/modules-load.d/*.conf 2>/dev/null | rh_b64)"
                    """);
            return text.toString();
        }
        for (String m : keys(item, "options:")) {
            for (ModprobeLine.Option o : ModprobeLine.options(item.want("options:" + m))) {
                text.append(Sh.call("rh_see_parameter", m, o.key())).append('\n');
            }
        }
        for (String m : keys(item, "blacklist:")) {
            text.append(Sh.call("rh_module_loaded", m))
                    .append(" && ")
                    .append(Sh.call("rh_n", "loaded:" + m, "yes"))
                    .append('\n')
                    .append(Sh.call("rh_see_use", m))
                    .append('\n');
        }
        text.append(
                """
                rh_n lines "$(grep -HnE '^[[:space:]]*(options|blacklist)[[:space:]]' \
                    /etc/modprobe.d/*.conf /run/modprobe.d/*.conf /usr/lib/modprobe.d/*.conf \
                    /lib/modprobe.d/*.conf 2>/dev/null | rh_b64)"
                """);
        return text.toString();
    }

    private static String text(Item item, Observed is) {
        String head =
                "# Written by Railhead from the intent of cluster "
                        + item.want("cluster")
                        + ".\n# Do not edit: the next apply replaces it. To take it back:"
                        + " railhead rollback.\n";
        if (isLoad(item)) {
            return head
                    + keys(item, "load:").stream()
                            .map(
                                    m ->
                                            refusal(is, m).map(r -> "# Not to be had: ").orElse("")
                                                    + m
                                                    + "\n")
                            .collect(Collectors.joining());
        }
        return head
                + "# What the initramfs loads has this only after update-initramfs -u (or dracut -f).\n"
                + keys(item, "options:").stream()
                        .map(m -> "options " + m + " " + item.want("options:" + m) + "\n")
                        .collect(Collectors.joining())
                + keys(item, "blacklist:").stream()
                        .map(
                                m ->
                                        (needed(is, m).isPresent() ? "# Not kept out: " : "")
                                                + "blacklist "
                                                + m
                                                + "\n")
                        .collect(Collectors.joining());
    }

    private static FileTarget target(Item item, Observed is) {
        return new FileTarget(
                item.name(),
                text(item, is).getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    /// Why the host would not be there again after a boot without a module; empty when it would be.
    private static Optional<String> needed(Observed is, String module) {
        String use = is.note("needed:" + module);
        return use.isBlank()
                ? Optional.empty()
                : Optional.of(use + " needs it, and would be gone after the next boot");
    }

    private static String live(Observed is, String module) {
        return is.state("live:" + module);
    }

    /// Why a module cannot be loaded here; empty when it can, or is there already.
    private static Optional<String> refusal(Observed is, String module) {
        if (!live(is, module).equals("absent")) {
            return Optional.empty();
        }
        if (!is.note("closed").isEmpty()) {
            return Optional.of(is.note("closed"));
        }
        return is.note("there:" + module).equals("yes")
                ? Optional.empty()
                : Optional.of("the running kernel has no module of this name");
    }

    private static List<String> toLoad(Item item, Observed is) {
        return keys(item, "load:").stream()
                .filter(m -> live(is, m).equals("absent") && refusal(is, m).isEmpty())
                .toList();
    }

    private static List<ModprobeLine> foreign(Item item, Observed is) {
        return ModprobeLine.read(is.bytes("lines").orElse(new byte[0])).stream()
                .filter(l -> !l.file().equals(item.name()))
                .toList();
    }

    /// Whether the files of others bring all that can be had.
    private static boolean isByHand(Item item, Observed is) {
        List<ModprobeLine> foreign = foreign(item, is);
        if (!is.state("type").equals("absent")) {
            return false;
        }
        if (isLoad(item)) {
            return keys(item, "load:").stream()
                    .filter(m -> refusal(is, m).isEmpty() && !live(is, m).equals("built-in"))
                    .allMatch(m -> foreign.stream().anyMatch(l -> l.isModule(m)));
        }
        return keys(item, "options:").stream()
                        .allMatch(
                                m ->
                                        ModprobeLine.options(item.want("options:" + m)).stream()
                                                .allMatch(o -> ModprobeLine.isLast(foreign, m, o)))
                && keys(item, "blacklist:").stream()
                        .filter(m -> needed(is, m).isEmpty())
                        .allMatch(m -> foreign.stream().anyMatch(l -> l.isBlacklisting(m)));
    }

    private static boolean isFileMet(Item item, Observed is) {
        return isByHand(item, is) || target(item, is).isMetBy(is);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        if (!isFileMet(item, is)) {
            target(item, is).obstacle(item, is).ifPresent(found::add);
        }
        for (String m : keys(item, "load:")) {
            refusal(is, m)
                    .ifPresent(
                            r ->
                                    found.add(
                                            of(
                                                    item,
                                                    m,
                                                    m + " is not loaded and cannot be: " + r,
                                                    "install the package that has it, or leave it"
                                                            + " out of this host's policy")));
        }
        for (String m : keys(item, "blacklist:")) {
            Optional<String> needed = needed(is, m);
            if (needed.isPresent()) {
                found.add(
                        of(
                                item,
                                m,
                                m + " stays off the blacklist: " + needed.get(),
                                "leave it out of this host's policy"));
            } else if (is.note("loaded:" + m).equals("yes")) {
                String users = is.note("users:" + m);
                found.add(
                        of(
                                item,
                                m,
                                m
                                        + " is loaded now"
                                        + (users.isBlank() ? "" : " and used by " + users)
                                        + ": the blacklist counts when it would be loaded",
                                "update-initramfs -u (or dracut -f) there, and reboot"));
            }
        }
        for (String m : keys(item, "options:")) {
            for (ModprobeLine.Option o : ModprobeLine.options(item.want("options:" + m))) {
                option(item, is, m, o).ifPresent(found::add);
            }
        }
        return found;
    }

    private static Optional<Obstacle> option(
            Item item, Observed is, String module, ModprobeLine.Option option) {
        Optional<ModprobeLine> later =
                foreign(item, is).stream()
                        .filter(l -> l.isReadAfter(OPTIONS) && l.says(module, option))
                        .findFirst();
        if (later.isPresent()) {
            return Optional.of(
                    of(
                            item,
                            module,
                            later.get().file()
                                    + " line "
                                    + later.get().number()
                                    + " gives "
                                    + module
                                    + " another "
                                    + option.key()
                                    + " and is read after "
                                    + OPTIONS,
                            "remove it there, or want what it says"));
        }
        if (!is.note("loaded:" + module).equals("yes")) {
            return Optional.empty();
        }
        String now = is.notes().get("parameter:" + module + ":" + option.key());
        if (now == null || now.equals("?")) {
            return Optional.of(
                    of(
                            item,
                            module,
                            module
                                    + " is loaded, and does not tell what "
                                    + option.key()
                                    + " it was loaded with",
                            "modinfo -p " + module + " says whether it has that option; reboot"));
        }
        return option.isSame(now)
                ? Optional.empty()
                : Optional.of(
                        of(
                                item,
                                module,
                                module
                                        + " was loaded with "
                                        + option.key()
                                        + "="
                                        + now
                                        + "; "
                                        + option.key()
                                        + "="
                                        + option.value()
                                        + " needs it to be loaded anew",
                                "reboot (after update-initramfs -u, or dracut -f); or when nothing"
                                        + " uses it: modprobe -r "
                                        + module
                                        + " && modprobe "
                                        + module));
    }

    private static Obstacle of(Item item, String module, String why, String remedy) {
        return new Obstacle(item.device(), item.kind() + ":" + module, why, remedy);
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item, is);
        List<String> toLoad = toLoad(item, is);
        boolean useless =
                is.state("type").equals("absent")
                        && keys(item, "options:").isEmpty()
                        && keys(item, "load:").stream().allMatch(m -> refusal(is, m).isPresent())
                        && keys(item, "blacklist:").stream()
                                .allMatch(m -> needed(is, m).isPresent());
        if (isFileMet(item, is) && toLoad.isEmpty()
                || useless
                || !isFileMet(item, is) && file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        boolean write = !isFileMet(item, is);
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        (write ? file.before(is) : "") + lines(toLoad, "not loaded"),
                        (write ? file.after() : "") + lines(toLoad, "loaded"),
                        Risk.LOW,
                        item.why(),
                        Set.of(),
                        isLoad(item)
                                ? List.of(
                                        "put the former file back, or remove it",
                                        "unload what this loaded, unless something uses it")
                                : List.of("put the former file back, or remove it")));
    }

    private static String lines(List<String> modules, String how) {
        return modules.stream().map(m -> m + " " + how + "\n").collect(Collectors.joining());
    }

    @Override
    public Steps steps(Item item, Observed is) {
        FileTarget file = target(item, is);
        List<String> toLoad = toLoad(item, is);
        boolean write = !isFileMet(item, is);
        String load =
                toLoad.stream()
                        .map(m -> Sh.call("rh_load_module", m) + " || exit 1\n")
                        .collect(Collectors.joining());
        String loaded =
                toLoad.stream()
                        .map(m -> " &&\n" + Sh.call("rh_is_loaded", m))
                        .collect(Collectors.joining());
        return new Steps(
                FUNCTIONS + file.record() + (isLoad(item) ? " && rh_keep_modules" : ""),
                FUNCTIONS + (write ? file.put() + "\n[ $? = 0 ] || exit 1\n" : "") + load + "true",
                FUNCTIONS + (write ? file.verify() : "true") + loaded,
                FUNCTIONS
                        + file.undo()
                        + (isLoad(item)
                                ? " && " + Sh.call("rh_give_modules", toLoad.toArray(String[]::new))
                                : ""));
    }
}
