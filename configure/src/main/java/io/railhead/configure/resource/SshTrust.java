package io.railhead.configure.resource;

import com.google.auto.service.AutoService;
import io.railhead.configure.Item;
import io.railhead.configure.Observed;
import io.railhead.configure.Obstacle;
import io.railhead.configure.Peer;
import io.railhead.configure.Resource;
import io.railhead.configure.Sh;
import io.railhead.configure.Steps;
import io.railhead.model.Change;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.HostPolicy;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Subnet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// SSH from every host of the cluster to every other without a password, for one user.
///
/// Each host has a key pair of its own, made on it: the private half is never read from there, so
/// it is in no plan, journal or log, a stolen one opens the cluster from its own host's addresses
/// only, and a host that is built anew is one line that changes on the others. (One pair for all
/// would have to travel.) The public halves and the hosts' own keys are read over the connections
/// of the plan, whose host keys are checked; nothing is taken from the network unseen.
///
/// In `~/.ssh` of the user: the pair, a block in `authorized_keys`, one in `known_hosts`, and one
/// in `config` that names the pair and demands the known host key. Other lines stay as they are.
@AutoService(Resource.class)
public final class SshTrust implements Resource {
    private static final String KIND = "ssh-trust";

    /// File systems that several hosts see as one: pairs of several hosts cannot live there.
    private static final Set<String> SHARED =
            Set.of("nfs", "nfs4", "lustre", "gpfs", "ceph", "fuseblk", "afs", "beegfs", "cifs");

    /// What there is to do, each an item of its own.
    enum Part {
        DIRECTORY("directory"),
        KEY("key"),
        AUTHORIZED("authorized_keys"),
        KNOWN("known_hosts"),
        CONFIG("config");

        private final String word;

        Part(String word) {
            this.word = word;
        }

        static Part of(Item item) {
            String word = item.name().substring(item.name().lastIndexOf('/') + 1);
            return Stream.of(values()).filter(p -> p.word.equals(word)).findFirst().orElseThrow();
        }
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public int order() {
        return 25;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        Optional<String> user = user(host);
        if (user.isEmpty()) {
            return List.of();
        }
        List<Host> roster = cluster.roster().stream().filter(h -> user(h).equals(user)).toList();
        return Stream.of(Part.values())
                .map(part -> item(cluster, host, roster, user.get(), part))
                .toList();
    }

    private static Optional<String> user(Host host) {
        return host.policy().launch().sshTrust().map(t -> t.user());
    }

    private static Item item(
            Cluster cluster, Host host, List<Host> roster, String user, Part part) {
        TreeMap<String, String> want = new TreeMap<>();
        want.put("user", user);
        want.put("cluster", cluster.name());
        want.put("login", host.login().user().orElse(user).equals(user) ? "yes" : "no");
        want.put("from", String.join(" ", addresses(host)));
        want.put("names", String.join(" ", names(host)));
        want.put("roster", roster.stream().map(Host::name).collect(Collectors.joining(" ")));
        if (part == Part.CONFIG) {
            want.put(
                    "patterns",
                    roster.stream()
                            .map(h -> String.join(" ", names(h)))
                            .collect(Collectors.joining("\n")));
        }
        if (part == Part.AUTHORIZED) {
            want.put(
                    "peer",
                    roster.stream()
                            .filter(h -> !h.name().equals(host.name()))
                            .flatMap(h -> addresses(h).stream())
                            .findFirst()
                            .orElse("127.0.0.1"));
        }
        return new Item(
                host.name(),
                KIND,
                user + "/" + part.word,
                want,
                Why.policy(
                        cluster,
                        host,
                        (HostPolicy p) -> p.launch().sshTrust(),
                        KIND,
                        "of " + user));
    }

    /// Of the rails, and the one it is reached at where that is a number.
    private static Set<String> addresses(Host host) {
        Set<String> all = new LinkedHashSet<>();
        for (RailPort p : host.rails()) {
            all.add(IpText.of(p.address()));
        }
        if (Subnet.isAddress(host.address())) {
            all.add(IpText.of(host.address()));
        }
        return all;
    }

    /// All that a job may call the host by; its own name first.
    private static Set<String> names(Host host) {
        Set<String> all = new LinkedHashSet<>();
        all.add(host.name());
        all.add(host.address());
        for (RailPort p : host.rails()) {
            all.add(host.name() + "-" + p.rail());
            all.add(IpText.of(p.address()));
        }
        return all;
    }

    @Override
    public String observe(Item item) {
        String user = Sh.quote(item.want("user"));
        return "rh_see_account "
                + user
                + "\n"
                + switch (Part.of(item)) {
                    case DIRECTORY -> "rh_see_ssh_path \"$rh_ssh_dir\"";
                    case KEY -> "rh_see_ssh_path \"$rh_ssh_key\"\nrh_see_public";
                    case AUTHORIZED ->
                            see(item)
                                    + Sh.call("rh_see_sshd", item.want("user"), item.want("peer"));
                    case KNOWN -> see(item) + "rh_see_host_keys";
                    case CONFIG -> see(item);
                };
    }

    private static String see(Item item) {
        return "rh_see_part \"$rh_ssh_dir/"
                + Part.of(item).word
                + "\" "
                + Sh.quote(TrustBlock.name(item))
                + "\n";
    }

    /// Whether a pair is yet to be made on the host.
    static boolean makesKey(Item item, Observed is) {
        return Part.of(item) == Part.KEY
                && is.state("type").equals("absent")
                && is.note("public").isEmpty()
                && is.note("keygen").isEmpty()
                && account(item, is).isEmpty();
    }

    @Override
    public Optional<String> prepare(Item item, Observed is) {
        return makesKey(item, is)
                ? Optional.of(
                        Sh.call("rh_account", item.want("user"))
                                + " && "
                                + Sh.call("rh_make_key", comment(item))
                                + " && rh_see_public")
                : Optional.empty();
    }

    private static String comment(Item item) {
        return "railhead " + item.want("cluster") + " " + item.device();
    }

    @Override
    public Item complete(Item item, List<Peer> peers) {
        return switch (Part.of(item)) {
            case DIRECTORY, KEY -> item;
            case AUTHORIZED ->
                    TrustBlock.with(
                            item,
                            TrustLines.authorized(
                                    item, of(Part.KEY, item, peers), former(item, peers)));
            case KNOWN ->
                    TrustBlock.with(
                            item,
                            TrustLines.known(
                                    item, of(Part.KNOWN, item, peers), former(item, peers)));
            case CONFIG -> TrustBlock.withPorts(item, of(Part.KNOWN, item, peers));
        };
    }

    private static List<Peer> of(Part part, Item like, List<Peer> peers) {
        String name = like.want("user") + "/" + part.word;
        return peers.stream().filter(p -> p.item().name().equals(name)).toList();
    }

    private static List<String> former(Item item, List<Peer> peers) {
        return peers.stream()
                .filter(p -> p.device().equals(item.device()))
                .filter(p -> p.item().name().equals(item.name()))
                .findFirst()
                .map(p -> TrustLines.former(p.is()))
                .orElse(List.of());
    }

    /// What is wrong with the account itself; then nothing can be done in it.
    private static Optional<Obstacle> account(Item item, Observed is) {
        String user = item.want("user");
        if (is.state("account").equals("absent")) {
            return obstacle(
                    item,
                    "there is no user " + user + " on the machine",
                    "create it there, or name another with ssh-trust in the intent");
        }
        if (is.note("home-access").isEmpty()) {
            return obstacle(
                    item,
                    "the home of " + user + ", " + is.note("home") + ", is not there",
                    "create it, or name another user with ssh-trust in the intent");
        }
        if (SHARED.contains(is.note("home-on"))) {
            return obstacle(
                    item,
                    is.note("home")
                            + " is on "
                            + is.note("home-on")
                            + ", which several hosts may share: a key pair of each cannot be"
                            + " there",
                    "let jobs run as a user with a home on each host");
        }
        return Optional.empty();
    }

    private static Optional<Obstacle> obstacle(Item item, String why, String remedy) {
        return Optional.of(new Obstacle(item.device(), item.id(), why, remedy));
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        Optional<Obstacle> account = account(item, is);
        Part part = Part.of(item);
        if (account.isPresent()) {
            // The same for all parts: said once.
            return part == Part.DIRECTORY ? List.of(account.get()) : List.of();
        }
        return switch (part) {
            case DIRECTORY -> path(item, is, "directory").stream().toList();
            case KEY -> key(item, is).stream().toList();
            case AUTHORIZED, KNOWN, CONFIG -> TrustBlock.obstacles(item, is);
        };
    }

    private static Optional<Obstacle> path(Item item, Observed is, String type) {
        String is1 = is.state("type");
        if (is1.equals("absent") || is1.equals(type)) {
            return Optional.empty();
        }
        return obstacle(
                item,
                TrustBlock.path(item, is)
                        + (is1.isEmpty()
                                ? " could not be read"
                                : " is no " + type + " (" + is1 + ")"),
                "look at it on the machine, and move it away");
    }

    private static Optional<Obstacle> key(Item item, Observed is) {
        if (is.state("type").equals("absent") && !is.note("keygen").isEmpty()) {
            return obstacle(
                    item,
                    "ssh-keygen is not installed",
                    "install openssh-client: without a key no job reaches another host");
        }
        if (is.state("type").equals("file") && is.note("public").isEmpty()) {
            return obstacle(
                    item,
                    TrustBlock.path(item, is) + " needs a passphrase, or is no key",
                    "move it away: the next apply makes another");
        }
        return path(item, is, "file");
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (account(item, is).isPresent()) {
            return Optional.empty();
        }
        return switch (Part.of(item)) {
            case DIRECTORY -> SshPaths.directory(item, is);
            case KEY -> key(item, is).isPresent() ? Optional.empty() : SshPaths.key(item, is);
            case AUTHORIZED, KNOWN, CONFIG -> TrustBlock.diff(item, is);
        };
    }

    static Set<String> needs(Item item) {
        return Part.of(item) == Part.DIRECTORY
                ? Set.of()
                : Set.of(KIND + ":" + item.want("user") + "/" + Part.DIRECTORY.word);
    }

    @Override
    public Steps steps(Item item, Observed is) {
        return switch (Part.of(item)) {
            case DIRECTORY -> SshPaths.directorySteps(item);
            case KEY -> SshPaths.keySteps(item, comment(item));
            case AUTHORIZED, KNOWN, CONFIG -> TrustBlock.steps(item, is);
        };
    }

    /// A mistake in what lets the controller itself in would shut it out.
    @Override
    public boolean guarded(Item item, Change change) {
        Part part = Part.of(item);
        return item.want("login").equals("yes")
                && (part == Part.AUTHORIZED || part == Part.DIRECTORY);
    }
}
