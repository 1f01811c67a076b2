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
import io.railhead.model.intent.SoftwarePolicy.PackageState;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A package that is installed, at a version, held, or absent. Before anything is changed apt is
/// asked what it would do, so that the plan names every package that comes, goes or changes with
/// it, and a change that could not be taken back (a former version that no source has any more) is
/// refused.
///
/// On machines with dnf the same is done by dnf and rpm; that way has not been tried on one.
@AutoService(Resource.class)
public final class SoftwarePackage implements Resource {
    private static final String FUNCTIONS = Shell.load("package.sh");

    /// Half an hour: a large package over a slow link, twice when the lists were old.
    private static final int LIMIT_SECONDS = 1800;

    @Override
    public String kind() {
        return "package";
    }

    /// Before files, which may be a package's configuration.
    @Override
    public int order() {
        return 5;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        List<Item> items = new ArrayList<>();
        host.policy()
                .software()
                .packages()
                .forEach((name, state) -> items.add(item(cluster, host, name, state)));
        return items;
    }

    private Item item(Cluster cluster, Host host, String name, PackageState state) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("state", state.present() ? "present" : "absent");
        want.put("version", state.version().orElse(""));
        want.put("held", state.held().map(h -> h ? "yes" : "no").orElse("left"));
        return new Item(
                host.name(),
                kind(),
                name,
                want,
                Why.policy(
                        cluster,
                        host,
                        (HostPolicy p) -> p.software().packages(),
                        "packages",
                        name));
    }

    private static boolean isPresent(Item item) {
        return item.want("state").equals("present");
    }

    private static String[] words(Item item) {
        return new String[] {item.name(), item.want("state"), item.want("version")};
    }

    @Override
    public String observe(Item item) {
        return FUNCTIONS + Sh.call("rh_see_package", words(item));
    }

    private static boolean isInstalled(Observed is) {
        return !is.state("version").equals("none");
    }

    private static boolean isVersionMet(Item item, Observed is) {
        String version = is.state("version");
        String wanted = item.want("version");
        if (!isPresent(item)) {
            return !isInstalled(is);
        }
        return isInstalled(is)
                && !version.startsWith("half ")
                && (wanted.isEmpty()
                        || version.equals(wanted)
                        || is.note("manager").equals("dnf") && version.startsWith(wanted + "-"));
    }

    private static boolean isHoldMet(Item item, Observed is) {
        return item.want("held").equals("left") || item.want("held").equals(is.state("held"));
    }

    /// A package that apt would install, change or remove; «-» for no version.
    private record Touched(String name, String old, String now) {}

    private static List<Touched> touched(Observed is) {
        return new String(is.bytes("would").orElse(new byte[0]), StandardCharsets.UTF_8)
                .lines()
                .map(l -> l.split(" "))
                .filter(w -> w.length == 3)
                .map(w -> new Touched(w[0], w[1], w[2]))
                .toList();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        return obstacle(item, is).stream().toList();
    }

    private static Optional<Obstacle> obstacle(Item item, Observed is) {
        if (is.note("manager").equals("none")) {
            return of(
                    item,
                    "there is neither apt nor dnf on this machine",
                    "leave packages out of this host's policy");
        }
        if (is.state("version").startsWith("half ")) {
            return of(
                    item,
                    "it is " + is.state("version").substring("half ".length()) + ": dpkg was cut",
                    "run there: dpkg --configure -a");
        }
        if (!isHoldMet(item, is) && is.note("locks").equals("no")) {
            return of(
                    item,
                    "dnf cannot hold a version here",
                    "install python3-dnf-plugin-versionlock");
        }
        if (isVersionMet(item, is)) {
            return Optional.empty();
        }
        List<String> versions = List.of(is.note("versions").strip().split("\\s+"));
        String wanted = item.want("version");
        if (isPresent(item) && is.note("versions").isBlank() && isInstalled(is)) {
            return of(
                    item,
                    "version "
                            + wanted
                            + " is not to be had: no source of this machine has the package; "
                            + is.state("version")
                            + " is installed",
                    "want " + is.state("version") + ", or add the repository that has the other");
        }
        if (isPresent(item) && is.note("versions").isBlank() && is.note("lists").equals("none")) {
            return of(
                    item,
                    "this machine has no lists of what its sources have, so nobody can tell",
                    "run there: apt-get update");
        }
        if (isPresent(item) && is.note("versions").isBlank()) {
            return of(
                    item,
                    "no source of this machine has a package of this name",
                    "correct the name, or add its repository and run there: "
                            + (is.note("manager").equals("dnf")
                                    ? "dnf makecache"
                                    : "apt-get update"));
        }
        boolean known =
                versions.stream().anyMatch(v -> v.equals(wanted) || v.startsWith(wanted + "-"));
        if (isPresent(item) && !wanted.isEmpty() && !known) {
            return of(
                    item,
                    "version "
                            + wanted
                            + " is not to be had; there is "
                            + String.join(", ", versions),
                    "want one of these, or add the repository that has it");
        }
        if (!is.note("refused").isBlank()) {
            return of(
                    item,
                    "apt-get would not do it: " + is.note("refused").strip(),
                    "see there: apt-get -s "
                            + (isPresent(item) ? "install " : "remove ")
                            + item.name());
        }
        if (!is.note("gone").isBlank()) {
            return of(
                    item,
                    "it could not be taken back: no source has "
                            + is.note("gone").strip().replace(" ", ", ")
                            + " any more",
                    "add a repository that has it, or make the change by hand");
        }
        return Optional.empty();
    }

    private static Optional<Obstacle> of(Item item, String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        boolean met = isVersionMet(item, is) && (isHoldMet(item, is) || !isPresent(item));
        if (met || obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                new Change(
                        item.device(),
                        item.id(),
                        text(item, is, false),
                        text(item, is, true),
                        risk(item, is),
                        item.why(),
                        Set.of(),
                        List.of(
                                "remove what this installed, with its configuration",
                                "install the former versions of what this changed or removed")));
    }

    /// Packages whose removal or change may end the connection, or the way to become root, until
    /// somebody stands before the machine.
    private static final Pattern ACCESS =
            Pattern.compile(
                    "openssh-(server|sftp-server)|sudo(-ldap)?|dropbear.*|login|passwd|libpam.*"
                            + "|base-passwd|base-files|dash|bash|coreutils|libc6|systemd"
                            + "|systemd-resolved|libnss-.*|sssd.*|nslcd|netplan.*|ifupdown2?"
                            + "|network-manager|NetworkManager|isc-dhcp-client|iproute2?|wpasupplicant"
                            + "|nftables|iptables.*|ufw|firewalld|glibc|pam|util-linux");

    private static Risk risk(Item item, Observed is) {
        boolean access =
                touched(is).stream()
                        .anyMatch(t -> !t.old().equals("-") && ACCESS.matcher(t.name()).matches());
        if (access || !isPresent(item) && ACCESS.matcher(item.name()).matches()) {
            return Risk.MAY_DISCONNECT;
        }
        boolean changes = touched(is).stream().anyMatch(t -> !t.old().equals("-"));
        boolean unknown = !isVersionMet(item, is) && touched(is).isEmpty();
        return changes || unknown ? Risk.DISRUPTIVE : Risk.LOW;
    }

    private static String text(Item item, Observed is, boolean after) {
        List<Touched> touched = touched(is);
        StringBuilder text = new StringBuilder();
        if (touched.stream().noneMatch(t -> t.name().equals(item.name()))) {
            String wanted = item.want("version").isEmpty() ? "newest" : item.want("version");
            boolean there = after ? isPresent(item) : isInstalled(is);
            boolean same = isVersionMet(item, is);
            if (there) {
                text.append(item.name())
                        .append(' ')
                        .append(after && !same ? wanted : is.state("version"))
                        .append('\n');
            }
        }
        text.append(
                touched.stream()
                        .map(t -> line(t, after))
                        .filter(l -> !l.isEmpty())
                        .sorted()
                        .collect(Collectors.joining()));
        boolean held =
                after && !item.want("held").equals("left")
                        ? item.want("held").equals("yes")
                        : is.state("held").equals("yes");
        return text + (held ? item.name() + " is held\n" : "");
    }

    private static String line(Touched t, boolean after) {
        String version = after ? t.now() : t.old();
        return version.equals("-") ? "" : t.name() + " " + version + "\n";
    }

    @Override
    public Steps steps(Item item, Observed is) {
        String version = item.want("version");
        String name = item.name() + (version.isEmpty() ? "" : "=" + version);
        String hold =
                switch (item.want("held")) {
                    case "yes" -> "hold";
                    case "no" -> "unhold";
                    default -> "left";
                };
        return new Steps(
                        FUNCTIONS
                                + (isPresent(item)
                                        ? Sh.call("rh_keep_packages", "install", name)
                                        : Sh.call("rh_keep_packages", "remove", item.name())),
                        FUNCTIONS
                                + Sh.call(
                                        "rh_set_package",
                                        item.name(),
                                        item.want("state"),
                                        version,
                                        isPresent(item) ? hold : "left"),
                        FUNCTIONS
                                + Sh.call(
                                        "rh_is_package",
                                        item.name(),
                                        item.want("state"),
                                        version,
                                        isPresent(item) ? item.want("held") : "left"),
                        FUNCTIONS + Sh.call("rh_give_packages", item.name()))
                .withReady("rh_apt_free")
                .withLimit(LIMIT_SECONDS);
    }
}
