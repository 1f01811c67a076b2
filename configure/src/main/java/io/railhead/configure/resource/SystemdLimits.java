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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Limits of what systemd starts, which limits.conf says nothing to: its defaults, and a drop-in
/// for each service on the machine that starts jobs. A service that runs gets the new limit where
/// it runs (prlimit(2)), so that nothing is restarted: what it starts from then on has it, and
/// what it has started keeps what it had.
///
/// A machine without systemd starts no jobs by it: nothing is wanted there.
@AutoService(Resource.class)
public final class SystemdLimits implements Resource {
    private static final String FUNCTIONS = Shell.load("service-limits.sh");
    private static final String NAME = "99-zz-railhead.conf";
    private static final String SYSTEM = "system.conf";
    private static final String USER = "user.conf";

    /// Services that start jobs, or sessions that do.
    private static final List<String> LAUNCHERS =
            List.of(
                    "ssh",
                    "sshd",
                    "slurmd",
                    "docker",
                    "containerd",
                    "crio",
                    "kubelet",
                    "k3s",
                    "k3s-agent",
                    "pbs_mom",
                    "pbs",
                    "nomad");

    @Override
    public String kind() {
        return "systemd-limits";
    }

    /// Before units, which then start with them.
    @Override
    public int order() {
        return 58;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        TreeMap<String, String> wanted = LimitWish.of(host.policy());
        if (wanted.keySet().stream().noneMatch(k -> ServiceLimit.of(k).isPresent())) {
            return List.of();
        }
        return Stream.concat(Stream.of(SYSTEM, USER), LAUNCHERS.stream().map(l -> l + ".service"))
                .map(
                        name -> {
                            TreeMap<String, String> want = new TreeMap<>();
                            wanted.forEach((k, v) -> want.put("limit:" + k, v));
                            want.put("cluster", cluster.name());
                            return new Item(
                                    host.name(),
                                    kind(),
                                    name,
                                    want,
                                    LimitWish.why(cluster, host, wanted));
                        })
                .toList();
    }

    /// @param shown as systemd writes it
    private record Wish(ServiceLimit limit, String shown) {
        String live() {
            return shown.equals("infinity") ? "unlimited" : shown;
        }

        boolean isShown(Observed is) {
            return is.state("show:" + limit.key()).equals(shown + " " + shown);
        }

        boolean isLive(Observed is) {
            String live = is.state("live:" + limit.key());
            return live.isEmpty() || live.equals("none") || live.equals(live() + " " + live());
        }

        /// Whether the process that runs can be given it, and could be given back what it has: a
        /// hard limit that is lowered is raised again only with CAP_SYS_RESOURCE.
        boolean isSettable(Observed is) {
            return is.note("prlimit").isEmpty()
                    && (is.note("may-raise").equals("yes")
                            || is.state("live:" + limit.key()).endsWith(" " + live()));
        }
    }

    private static List<Wish> wishes(Item item) {
        List<Wish> all = new ArrayList<>();
        LimitWish.of(item)
                .forEach(
                        (k, v) ->
                                ServiceLimit.of(k)
                                        .flatMap(l -> l.value(v).map(s -> new Wish(l, s)))
                                        .ifPresent(all::add));
        return all;
    }

    private static boolean isService(Item item) {
        return item.name().endsWith(".service");
    }

    private static String path(Item item) {
        return "/etc/systemd/" + (isService(item) ? "system/" : "") + item.name() + ".d/" + NAME;
    }

    @Override
    public String observe(Item item) {
        List<String> words = new ArrayList<>();
        words.add(item.name());
        if (!item.name().equals(USER)) {
            wishes(item).forEach(w -> words.addAll(List.of(w.limit().key(), w.limit().label())));
        }
        return FUNCTIONS
                + FileTarget.observe(path(item), "")
                + "\n"
                + Sh.call(
                        isService(item) ? "rh_see_service" : "rh_see_defaults",
                        words.toArray(String[]::new))
                + "\nrh_n nr_open \"$(cat /proc/sys/fs/nr_open 2>/dev/null)\"";
    }

    /// Those that can be had here; why others cannot is told by the limits of logins.
    private static List<Wish> possible(Item item, Observed is) {
        return wishes(item).stream()
                .filter(
                        w ->
                                LimitWish.refusal(
                                                w.limit().name(),
                                                item.want("limit:" + w.limit().name()),
                                                is.note("nr_open"))
                                        .isEmpty())
                .toList();
    }

    private static FileTarget target(Item item, Observed is) {
        StringBuilder text = new StringBuilder();
        text.append("# Written by Railhead from the intent of cluster ")
                .append(item.want("cluster"))
                .append(".\n# Do not edit: the next apply replaces it. To take it back:")
                .append(" railhead rollback.\n")
                .append(isService(item) ? "[Service]\n" : "[Manager]\n");
        for (Wish w : possible(item, is)) {
            text.append(isService(item) ? "Limit" : "DefaultLimit")
                    .append(w.limit().key())
                    .append('=')
                    .append(w.shown())
                    .append('\n');
        }
        return new FileTarget(
                path(item),
                text.toString().getBytes(StandardCharsets.UTF_8),
                "644",
                "root",
                "root",
                true);
    }

    private static boolean isAbsent(Observed is) {
        return !is.state("unit").equals("loaded");
    }

    /// A drop-in read after this one that has the limit otherwise: `FILE line N`.
    private static Optional<String> overriding(Item item, Observed is, Wish wish) {
        return LimitLine.dropIns(is.bytes("lines").orElse(new byte[0])).stream()
                .filter(l -> l.limit().equals(wish.limit().key()))
                .filter(l -> isDropIn(l) && name(l.file()).compareTo(NAME) > 0)
                .reduce((a, b) -> name(a.file()).compareTo(name(b.file())) <= 0 ? b : a)
                .filter(l -> !wish.limit().isSame(l.value(), wish.shown()))
                .map(l -> l.file() + " line " + l.number());
    }

    /// Drop-ins are read after the file that they add to.
    private static boolean isDropIn(LimitLine line) {
        return line.file().matches(".*\\.d/[^/]*");
    }

    /// Whether somebody's own files for user managers end with the wanted value; systemd shows only
    /// what the system's manager has.
    private static boolean isWritten(Observed is, Wish wish) {
        return LimitLine.dropIns(is.bytes("lines").orElse(new byte[0])).stream()
                .filter(l -> l.limit().equals(wish.limit().key()))
                .max(
                        Comparator.comparing(SystemdLimits::isDropIn)
                                .thenComparing(l -> name(l.file()))
                                .thenComparing(LimitLine::number))
                .filter(l -> wish.limit().isSame(l.value(), wish.shown()))
                .isPresent();
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /// Those that nobody else has the last word on.
    private static List<Wish> ours(Item item, Observed is) {
        if (item.name().equals(USER)) {
            return List.of();
        }
        return possible(item, is).stream().filter(w -> overriding(item, is, w).isEmpty()).toList();
    }

    private static boolean isFileMet(Item item, Observed is) {
        if (target(item, is).isMetBy(is)) {
            return true;
        }
        return is.state("type").equals("absent")
                && (item.name().equals(USER)
                        ? possible(item, is).stream().allMatch(w -> isWritten(is, w))
                        : ours(item, is).stream().allMatch(w -> w.isShown(is)));
    }

    private static boolean isMetBy(Item item, Observed is) {
        Predicate<Wish> met = w -> w.isShown(is) && (w.isLive(is) || !w.isSettable(is));
        return isFileMet(item, is) && ours(item, is).stream().allMatch(met);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        if (isAbsent(is) || possible(item, is).isEmpty()) {
            return found;
        }
        if (!isFileMet(item, is)) {
            target(item, is).obstacle(item, is).ifPresent(found::add);
        }
        for (Wish w : possible(item, is)) {
            overriding(item, is, w)
                    .ifPresent(
                            where ->
                                    found.add(
                                            new Obstacle(
                                                    item.device(),
                                                    item.id(),
                                                    where
                                                            + " sets the limit "
                                                            + w.limit().name()
                                                            + " too and is read after "
                                                            + path(item),
                                                    "remove that line, or want what it says")));
        }
        String until =
                possible(item, is).stream()
                        .filter(w -> overriding(item, is, w).isEmpty())
                        .filter(w -> !w.isSettable(is) && !w.isLive(is))
                        .map(w -> w.limit().name() + " " + is.state("live:" + w.limit().key()))
                        .collect(Collectors.joining(", "));
        // Said once of a service, however many limits it is: one restart brings them all.
        if (!until.isEmpty()) {
            found.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "the process that runs has "
                                    + until
                                    + " until it is restarted: "
                                    + (is.note("prlimit").isEmpty()
                                            ? "root may not raise limits here (CAP_SYS_RESOURCE)"
                                            : "prlimit is not installed here"),
                            "when no job runs: systemctl restart " + item.name()));
        }
        return found;
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        FileTarget file = target(item, is);
        if (isAbsent(is)
                || possible(item, is).isEmpty()
                || isMetBy(item, is)
                || !isFileMet(item, is) && file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        String fileBefore = isFileMet(item, is) ? "" : file.before(is);
        String fileAfter = isFileMet(item, is) ? "" : file.after();
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        fileBefore + lines(item, is, false),
                        fileAfter + lines(item, is, true),
                        // sshd lets in whom it has files and processes for.
                        item.name().matches("sshd?\\.service") ? Risk.MAY_DISCONNECT : Risk.LOW,
                        item.why(),
                        Set.of(),
                        List.of(
                                "put the former file back, or remove it, and tell systemd",
                                "give the process that runs its former limits")));
    }

    private static String lines(Item item, Observed is, boolean wanted) {
        StringBuilder text = new StringBuilder();
        for (Wish w : ours(item, is)) {
            String show = is.state("show:" + w.limit().key());
            text.append(w.limit().name())
                    .append(" soft and hard ")
                    .append(wanted ? w.shown() + " " + w.shown() : show)
                    .append('\n');
            String live = is.state("live:" + w.limit().key());
            if (!live.equals("none") && w.isSettable(is)) {
                text.append(w.limit().name())
                        .append(" of the process that runs ")
                        .append(wanted ? w.live() + " " + w.live() : live)
                        .append('\n');
            }
        }
        return text.toString();
    }

    @Override
    public Steps steps(Item item, Observed is) {
        FileTarget file = target(item, is);
        boolean service = isService(item);
        List<Wish> live = ours(item, is).stream().filter(w -> service && w.isSettable(is)).toList();
        String keep =
                live.stream()
                        .map(
                                w ->
                                        "\n"
                                                + Sh.call(
                                                        "rh_keep_live",
                                                        item.name(),
                                                        w.limit().name(),
                                                        w.limit().label())
                                                + " || exit 1")
                        .collect(Collectors.joining());
        String set =
                live.stream()
                        .map(
                                w ->
                                        Sh.call(
                                                        "rh_set_live",
                                                        item.name(),
                                                        w.limit().name(),
                                                        w.live(),
                                                        w.live())
                                                + " || exit 1\n")
                        .collect(Collectors.joining());
        String read =
                ours(item, is).stream()
                        .map(
                                w ->
                                        " &&\n"
                                                + Sh.call(
                                                        "rh_is_limit",
                                                        service ? item.name() : "",
                                                        w.limit().key(),
                                                        w.limit().label(),
                                                        w.shown(),
                                                        w.isSettable(is) ? w.live() : ""))
                        .collect(Collectors.joining());
        boolean write = !isFileMet(item, is);
        return new Steps(
                FUNCTIONS + "rm -f \"$S/live.was\"\n" + file.record() + " || exit 1" + keep,
                FUNCTIONS
                        + (write ? file.put() + "\n[ $? = 0 ] || exit 1\n" : "")
                        + "systemctl daemon-reload || exit 1\n"
                        + set
                        + "true",
                FUNCTIONS + (write ? file.verify() : "true") + read,
                FUNCTIONS
                        + file.undo()
                        + " && systemctl daemon-reload"
                        + (service ? " && " + Sh.call("rh_give_live", item.name()) : ""));
    }
}
