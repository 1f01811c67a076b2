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
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A block in `/etc/hosts` with every host of the cluster at its management address and, as
/// `gpu1-rail0`, at its address on each rail.
///
/// Lines that somebody has written there count: a name that has its address already is left out of
/// the block, and one that has another is an obstacle, since with `multi on` in `/etc/host.conf`
/// (what Debian and Ubuntu ship) the resolver gives all addresses of a name, loopback first.
@AutoService(Resource.class)
public final class HostNames implements Resource {
    static final String PATH = "/etc/hosts";

    /// Where `manage_etc_hosts` of cloud-init may stand; the last one wins.
    private static final String CLOUD =
            "/etc/cloud/cloud.cfg /etc/cloud/cloud.cfg.d/*.cfg /var/lib/cloud/instance/cloud-config.txt";

    @Override
    public String kind() {
        return "hosts";
    }

    @Override
    public int order() {
        return 16;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (!host.policy().launch().hostsFile()) {
            return List.of();
        }
        TreeMap<String, String> want = new TreeMap<>();
        want.put("cluster", cluster.name());
        want.put("self", host.name());
        List<Entry> entries =
                cluster.roster().stream().flatMap(HostNames::entries).distinct().toList();
        for (int i = 0; i < entries.size(); i++) {
            Entry e = entries.get(i);
            want.put("entry:%05d".formatted(i), e.address() + " " + e.name());
        }
        return List.of(
                new Item(
                        host.name(),
                        kind(),
                        PATH,
                        want,
                        Why.policy(
                                cluster,
                                host,
                                (HostPolicy p) -> p.launch().hostsFile(),
                                "hosts-file",
                                "true")));
    }

    /// @param address as [IpText] writes it
    record Entry(String name, String address) {}

    private static Stream<Entry> entries(Host host) {
        List<Entry> all = new ArrayList<>();
        if (Subnet.isAddress(host.address())) {
            all.add(new Entry(host.name(), IpText.of(host.address())));
        }
        for (RailPort port : host.rails()) {
            all.add(new Entry(host.name() + "-" + port.rail(), IpText.of(port.address())));
        }
        return all.stream();
    }

    private static List<Entry> entries(Item item) {
        return item.want().entrySet().stream()
                .filter(e -> e.getKey().startsWith("entry:"))
                .map(e -> e.getValue().split(" ", 2))
                .map(w -> new Entry(w[1], w[0]))
                .toList();
    }

    @Override
    public String observe(Item item) {
        return block(item, List.of()).observe()
                + """

                rh_n nsswitch "$(grep '^hosts:' /etc/nsswitch.conf 2>/dev/null)"
                if [ ! -e /etc/cloud/cloud-init.disabled ]; then
                    rh_n cloud "$(grep -HE '^manage_etc_hosts:' %s 2>/dev/null | tail -n 1)"
                fi
                true"""
                        .formatted(CLOUD);
    }

    /// What somebody else's line says of a name.
    ///
    /// @param line from 1
    record Said(int line, String address, String name) {}

    static List<Said> said(List<String> lines) {
        List<Said> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).replaceFirst("#.*", "").strip().split("\\s+");
            if (!Subnet.isAddress(words[0])) {
                continue;
            }
            for (int w = 1; w < words.length; w++) {
                all.add(new Said(i + 1, IpText.of(words[0]), words[w].toLowerCase(Locale.ROOT)));
            }
        }
        return all;
    }

    private static List<Said> of(Entry entry, List<Said> said) {
        String name = entry.name().toLowerCase(Locale.ROOT);
        return said.stream().filter(s -> s.name().equals(name)).toList();
    }

    private static boolean contradicts(Entry entry, Said said) {
        return isLoopback(said.address())
                ? !said.address().equals(entry.address())
                : isV6(said.address()) == isV6(entry.address())
                        && !said.address().equals(entry.address());
    }

    private static boolean isV6(String address) {
        return address.contains(":");
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("::1");
    }

    /// What is left to say: neither said by others nor contradicted by them.
    private static List<Entry> missing(Item item, Observed is) {
        List<Said> said = said(block(item, List.of()).foreign(is));
        return entries(item).stream()
                .filter(
                        e ->
                                of(e, said).stream()
                                        .noneMatch(
                                                s ->
                                                        s.address().equals(e.address())
                                                                || contradicts(e, s)))
                .toList();
    }

    private static BlockTarget block(Item item, List<Entry> entries) {
        int width = entries.stream().mapToInt(e -> e.address().length()).max().orElse(0);
        return new BlockTarget(
                PATH,
                "hosts",
                "#",
                "# Written by Railhead from the intent of cluster "
                        + item.want("cluster")
                        + "; the next apply replaces it.\n"
                        + entries.stream()
                                .map(
                                        e ->
                                                ("%-" + width + "s %s\n")
                                                        .formatted(e.address(), e.name()))
                                .collect(Collectors.joining()));
    }

    /// Whether there is nothing to write, and nothing was.
    private static boolean isMet(Item item, Observed is) {
        List<Entry> missing = missing(item, is);
        return missing.isEmpty() && is.state("block").equals("absent")
                || block(item, missing).isThere(is);
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        List<Obstacle> found = new ArrayList<>();
        List<Said> said = said(block(item, List.of()).foreign(is));
        for (Entry e : entries(item)) {
            of(e, said).stream()
                    .filter(s -> contradicts(e, s))
                    .findFirst()
                    .ifPresent(s -> found.add(contradiction(item, e, s)));
        }
        String cloud = is.note("cloud");
        if (cloud.matches(
                ".*manage_etc_hosts:\\s*['\"]?(?i:true|yes|on|template)['\"]?\\s*(#.*)?")) {
            found.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "cloud-init writes "
                                    + PATH
                                    + " anew at every boot: "
                                    + cloud.replaceFirst(":", " says "),
                            "set it to false in a later file of /etc/cloud/cloud.cfg.d"));
        }
        if (!isRead(is)) {
            found.add(
                    new Obstacle(
                            item.device(),
                            item.id(),
                            "nothing looks at "
                                    + PATH
                                    + " here: /etc/nsswitch.conf has "
                                    + is.note("nsswitch"),
                            "write `hosts: files dns` there"));
        }
        if (!isMet(item, is)) {
            block(item, missing(item, is)).obstacle(item, is).ifPresent(found::add);
        }
        return found;
    }

    private static boolean isRead(Observed is) {
        String order = is.note("nsswitch");
        return order.isEmpty() || order.matches(".*\\b(files|resolve)\\b.*");
    }

    private static Obstacle contradiction(Item item, Entry entry, Said said) {
        String where = "line " + said.line() + " of " + PATH;
        if (isLoopback(said.address())) {
            boolean own = entry.name().equals(item.want("self"));
            return new Obstacle(
                    item.device(),
                    item.kind() + ":" + entry.name(),
                    where
                            + " has "
                            + entry.name()
                            + " at "
                            + said.address()
                            + ", not at "
                            + entry.address()
                            + (own
                                    ? ": what starts here then tells others to come to their own"
                                            + " loopback"
                                    : ""),
                    "take the name out of that line, and plan again");
        }
        return new Obstacle(
                item.device(),
                item.kind() + ":" + entry.name(),
                where
                        + " has "
                        + entry.name()
                        + " at "
                        + said.address()
                        + ", not at "
                        + entry.address(),
                "correct or remove that line, or the address in the intent");
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        BlockTarget block = block(item, missing(item, is));
        if (isMet(item, is) || block.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        // Of names that are the cluster's own; what else /etc/hosts says stays.
        return Optional.of(block.change(item, is, Risk.LOW));
    }

    @Override
    public Steps steps(Item item, Observed is) {
        List<Entry> missing = missing(item, is);
        BlockTarget block = block(item, missing);
        String names =
                missing.stream()
                        .map(e -> e.address() + " " + e.name() + "\n")
                        .collect(Collectors.joining());
        // A resolver may look at the file's time only every other second.
        String resolves =
                """
                rh_have getent || exit 0
                while read -r a n; do
                    for try in 1 2 3 4; do
                        getent ahosts "$n" | grep -q -F "$a " && continue 2
                        [ $try = 4 ] || sleep 1
                    done
                    rh_fail "$n resolves to $(getent ahosts "$n" | cut -d ' ' -f 1 | sort -u | tr '\\n' ' '), not to $a"
                    exit 1
                done""";
        if (!isRead(is)) {
            resolves = "true";
        }
        return block.steps(is).verifying("( " + Sh.feed(resolves, names) + "\n)");
    }
}
