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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/// cloud-init kept from writing the network anew at boot, where cloud-init is. Two things: a file
/// of Railhead's own that tells it so, and the rails' interfaces taken out of what it wrote when
/// the machine was installed, which stays in force and says DHCP of them. Its definitions become
/// comments; those of the machine's other interfaces, the management network's among them, stay
/// byte for byte. To remove that file, as guides do, would leave the machine without them.
@AutoService(Resource.class)
public final class CloudInitNetwork implements Resource {
    /// Read last: in `/etc/cloud/cloud.cfg.d` the later name wins.
    static final String PATH = "/etc/cloud/cloud.cfg.d/99-railhead-network.cfg";

    private static final String OFF = "network: {config: disabled}\n";

    @Override
    public String kind() {
        return "cloud-init-network";
    }

    /// Before netplan's file of the rails.
    @Override
    public int order() {
        return 48;
    }

    @Override
    public List<Item> wanted(Cluster cluster, Host host) {
        if (!host.policy().network().keepCloudInitOff()) {
            return List.of();
        }
        String why =
                Why.policy(
                        cluster,
                        host,
                        (HostPolicy p) -> p.network().keepCloudInitOff(),
                        "cloud-init-network",
                        "false");
        List<Item> items = new ArrayList<>();
        TreeMap<String, String> want = new TreeMap<>();
        want.put("cluster", cluster.name());
        items.add(new Item(host.name(), kind(), PATH, want, why));
        if (host.policy().netplan() && !host.rails().isEmpty()) {
            TreeMap<String, String> rails = new TreeMap<>(Netplan.rails(cluster, host));
            items.add(new Item(host.name(), kind(), CloudInitFile.PATH, rails, why));
        }
        return items;
    }

    private static boolean isWrittenFile(Item item) {
        return item.name().equals(CloudInitFile.PATH);
    }

    @Override
    public String observe(Item item) {
        if (isWrittenFile(item)) {
            return FileTarget.observe(CloudInitFile.PATH, "") + "\n" + Netplan.observeMacs(item);
        }
        return FileTarget.observe(PATH, "")
                + """

                if [ -e /etc/cloud/cloud.cfg ] || rh_have cloud-init; then rh_n here yes; fi
                if [ -e /etc/cloud/cloud-init.disabled ]; then
                    rh_n off "/etc/cloud/cloud-init.disabled is there"
                elif grep -q -e 'network-config=disabled' -e 'cloud-init=disabled' /proc/cmdline; then
                    rh_n off "the kernel command line says so"
                fi
                for f in /etc/cloud/cloud.cfg /etc/cloud/cloud.cfg.d/*.cfg; do
                    if [ "$f" != %s ] && grep -q '^network:' "$f" 2>/dev/null; then
                        rh_n "cfg:$f" "$(rh_b64 <"$f")"
                    fi
                done
                true"""
                        .formatted(PATH);
    }

    private static FileTarget target(Item item) {
        String text =
                "# Written by Railhead from the intent of cluster "
                        + item.want("cluster")
                        + ".\n# cloud-init leaves the network as it is. To take it back:"
                        + " railhead rollback.\n"
                        + OFF;
        return new FileTarget(
                PATH, text.getBytes(StandardCharsets.UTF_8), "644", "root", "root", true);
    }

    /// What the files say in the order in which cloud-init reads them.
    ///
    /// @param off whether the network is left alone by it
    private record Said(String file, boolean off) {}

    private static List<Said> said(Observed is) {
        return is.notes().keySet().stream()
                .filter(k -> k.startsWith("cfg:"))
                .sorted(
                        Comparator.comparing((String k) -> !k.equals("cfg:/etc/cloud/cloud.cfg"))
                                .thenComparing(k -> k))
                .flatMap(
                        k ->
                                config(is.bytes(k).orElse(new byte[0])).stream()
                                        .map(off -> new Said(k.substring("cfg:".length()), off)))
                .toList();
    }

    /// `network: config:` of a file; empty when it has none.
    private static Optional<Boolean> config(byte[] content) {
        try {
            Object root =
                    new Load(LoadSettings.builder().setAllowDuplicateKeys(true).build())
                            .loadFromString(new String(content, StandardCharsets.UTF_8));
            if (root instanceof Map<?, ?> m && m.get("network") instanceof Map<?, ?> network) {
                return Optional.of("disabled".equals(network.get("config")));
            }
        } catch (YamlEngineException | StackOverflowError e) {
            // cloud-init leaves out what it cannot read.
        }
        return Optional.empty();
    }

    private static boolean isOffElsewhere(Observed is) {
        List<Said> said = said(is);
        return is.note("here").isEmpty()
                || !is.note("off").isEmpty()
                || !said.isEmpty() && said.getLast().off();
    }

    @Override
    public List<Obstacle> obstacles(Item item, Observed is) {
        if (isWrittenFile(item)) {
            // What cannot be taken out is said by netplan, which it stands in the way of.
            return List.of();
        }
        List<Obstacle> found = new ArrayList<>();
        FileTarget file = target(item);
        if (isOffElsewhere(is)) {
            return found;
        }
        if (!file.isMetBy(is)) {
            file.obstacle(item, is).ifPresent(found::add);
        }
        said(is).stream()
                .filter(s -> !s.off() && s.file().compareTo(PATH) > 0)
                .filter(s -> !s.file().equals("/etc/cloud/cloud.cfg"))
                .forEach(
                        s ->
                                found.add(
                                        new Obstacle(
                                                item.device(),
                                                item.id(),
                                                s.file()
                                                        + " configures the network too and is read"
                                                        + " after "
                                                        + PATH,
                                                "take `network:` out of it")));
        return found;
    }

    /// The written file as it should be; empty when it needs no change, or allows none.
    private static Optional<FileTarget> written(Item item, Observed is) {
        Optional<byte[]> now = is.bytes("content");
        if (!is.state("type").equals("file") || now.isEmpty()) {
            return Optional.empty();
        }
        String mode = is.state("mode");
        return CloudInitFile.without(now.get(), Netplan.ports(item), link -> is.note("mac:" + link))
                .filter(b -> !Arrays.equals(b, now.get()))
                .map(
                        b ->
                                new FileTarget(
                                        CloudInitFile.PATH,
                                        b,
                                        mode.substring(0, Math.max(0, mode.length() - 2)) + "00",
                                        is.state("owner"),
                                        is.state("group"),
                                        true));
    }

    @Override
    public Optional<Change> diff(Item item, Observed is) {
        if (isWrittenFile(item)) {
            return written(item, is).map(f -> change(item, is, f, writtenRisk(item, is)));
        }
        FileTarget file = target(item);
        if (isOffElsewhere(is) || file.isMetBy(is) || file.obstacle(item, is).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(change(item, is, file, Risk.NONE));
    }

    private static Change change(Item item, Observed is, FileTarget file, Risk risk) {
        return new Change(
                item.device(),
                item.id(),
                file.before(is),
                file.after(),
                risk,
                item.why()
                        + (risk == Risk.NONE
                                ? ""
                                : NetworkService.edits(is)
                                        + NetworkService.told(is, going(item, is))),
                Set.of(),
                List.of(
                        is.state("type").equals("absent")
                                ? "remove the file"
                                : "put the former file back"));
    }

    private static Risk writtenRisk(Item item, Observed is) {
        if (is.host("network").equals("none")) {
            return Risk.NONE;
        }
        return is.host("network").equals("NetworkManager")
                        || Netplan.ports(item).stream()
                                .anyMatch(p -> is.mayCarryConnection(p.link()))
                ? Risk.MAY_DISCONNECT
                : NetworkService.risk(
                        is, going(item, is), NetworkService.risk(is, Risk.DISRUPTIVE));
    }

    /// The rails' interfaces are set up anew; what is wanted of them comes with the rails' file.
    private static List<NetworkService.ByHand> going(Item item, Observed is) {
        List<Netplan.Port> ports = Netplan.ports(item);
        return NetworkService.going(
                is,
                ports.stream().map(Netplan.Port::link).collect(Collectors.toSet()),
                ports.stream().map(Netplan.Port::cidr).collect(Collectors.joining("\n")));
    }

    @Override
    public boolean guarded(Item item, Change change) {
        return change.risk() != Risk.NONE;
    }

    @Override
    public Steps steps(Item item, Observed is) {
        if (!isWrittenFile(item)) {
            return target(item).steps(is);
        }
        FileTarget file =
                written(item, is)
                        .orElseThrow(() -> new IllegalStateException("no change was planned"));
        // Taken up together with the rails' own file when that comes next: an interface that no
        // file knows for a moment would lose its address.
        String use = Sh.call("rh_use_netplan", is.host("network"));
        return NetworkService.reloading(
                is,
                new Steps(
                        file.record() + " || exit 1\n" + NetworkService.keepLive(item),
                        Sh.feed(
                                        "cat >\"$S/check.yaml\"",
                                        new String(file.content(), StandardCharsets.UTF_8))
                                + "\n"
                                + Sh.call("rh_check_netplan", CloudInitFile.PATH)
                                + " || exit 1\n"
                                + file.put()
                                + "\n[ $? = 0 ] || exit 1\n[ ! -e "
                                + Netplan.PATH
                                + " ] || "
                                + use,
                        file.verify() + " || exit 1\n" + NetworkService.isLive(item),
                        file.undo() + " && " + Sh.call("rh_unuse_netplan", is.host("network"))));
    }
}
