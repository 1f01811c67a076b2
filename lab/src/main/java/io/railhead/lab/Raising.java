package io.railhead.lab;

import io.railhead.lab.HostFiles.OverlayMount;
import io.railhead.lab.LabRecord.FirstProcess;
import io.railhead.lab.LabRecord.HostRecord;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// One run of `lab up`, from an empty directory to a standing lab.
///
/// 256 hosts on two cores: 5 s of wall time, 12 s of CPU, 1.2 MiB a host. A host costs eight
/// program starts (unshare, sh, mount, ip, pivot_root, umount, setpriv, sshd); nearly all of the
/// rest is the kernel making network namespaces and links.
final class Raising {
    private static final Duration KEEPER_LIMIT = Duration.ofSeconds(20);
    private static final Duration PORTS_LIMIT = Duration.ofSeconds(120);

    /// Hosts at work at once, for each processor. More only wait for each other in the kernel.
    private static final int WIDTH = 4;

    /// File systems that can be an overlay's upper layer; on others the hosts' own files are kept
    /// in memory.
    private static final Set<String> UPPER_CAPABLE =
            Set.of("ext3", "ext4", "xfs", "btrfs", "tmpfs", "f2fs", "bcachefs");

    private final LabRequest request;
    private final List<HostPlan> hosts;
    private final Places places;
    private final String id;
    private final Path state;
    private final LabEvents events;
    private final Map<String, SshKeyPair> hostKeys = new LinkedHashMap<>();

    /// @param hosts with the faults built in
    Raising(LabRequest request, List<HostPlan> hosts, Places places, String id, LabEvents events) {
        this.request = request;
        this.hosts = hosts;
        this.places = places;
        this.id = id;
        this.state = places.stateOf(request.name());
        this.events = events;
    }

    Path key() {
        return state.resolve("id_ed25519");
    }

    Path knownHosts() {
        return state.resolve("known_hosts");
    }

    /// Whatever it throws, the caller removes what has been made.
    ///
    /// @param base what booted and virtual hosts are made of
    void run(BaseRoot base) throws IOException, LabFailure {
        String loginKey = files();
        record(Map.of(), false);
        String mark = Processes.mark(request.name(), id);
        Optional<Path> root =
                request.kind() != HostKind.NAMESPACE
                        ? Optional.of(base.provide(mark, events))
                        : Optional.empty();
        try (Keeper keeper = Keeper.start(state, mark, ControlGroups.name(id), KEEPER_LIMIT)) {
            Files.createSymbolicLink(
                    places.namespaceOf(request.name()),
                    Path.of("/proc", String.valueOf(keeper.pid()), "ns/net"));
            HostMaking making =
                    root.isEmpty()
                            ? namespaces(keeper, loginKey)
                            : request.kind() == HostKind.VIRTUAL
                                    ? virtual(keeper, loginKey, root.get())
                                    : booted(keeper, loginKey, root.get());
            startAll(keeper, making);
            if (root.isEmpty()) {
                keeper.connectPorts(PORTS_LIMIT);
            }
            Map<String, FirstProcess> first = new LinkedHashMap<>();
            for (HostPlan host : hosts) {
                first.put(host.name(), FirstProcess.of(pid(home(keeper, host))));
            }
            keeper.settle();
            record(first, true);
        }
    }

    /// Everything that is known before a process runs. Returns the line that logs in.
    private String files() throws IOException {
        Tree tree = new Tree(state);
        tree.directory("/dev").directory("/hosts", "rwx------").directory("/layers");
        for (String script :
                List.of(
                        "keeper.sh",
                        "host.sh",
                        "booted/supervise.sh",
                        "booted/start.sh",
                        "virtual/supervise.sh")) {
            tree.file("/" + script, Resources.text(script));
        }
        FileStore store = Files.getFileStore(state);
        StringBuilder fstab = new StringBuilder();
        fstab.append("layers ").append(state).append("/layers tmpfs mode=755 0 0\n");
        fstab.append("dev ").append(state).append("/dev tmpfs nosuid,mode=755,size=64k 0 0\n");
        if (!UPPER_CAPABLE.contains(store.type())) {
            fstab.append("hosts ").append(state).append("/hosts tmpfs nodev,mode=700 0 0\n");
        }
        tree.file("/keeper.fstab", fstab.toString());
        tree.file("/fabric", fabric()).file("/ports", ports());

        KeyPairGenerator generator = SshKeyPair.generator();
        SshKeyPair login = SshKeyPair.generate(generator, "railhead-lab-" + request.name());
        tree.file("/id_ed25519", login.privateFile(), "rw-------")
                .file("/id_ed25519.pub", login.publicLine() + "\n");
        StringBuilder known = new StringBuilder();
        for (HostPlan host : hosts) {
            SshKeyPair key = SshKeyPair.generate(generator, host.name());
            hostKeys.put(host.name(), key);
            known.append(host.managementAddress())
                    .append(',')
                    .append(host.name())
                    .append(' ')
                    .append(key.publicLine())
                    .append('\n');
        }
        tree.file("/known_hosts", known.toString());
        tree.file(
                "/cluster.yaml",
                ClusterText.of(request, key(), knownHosts(), places.namespaceOf(request.name())));
        return login.publicLine();
    }

    private static String fabric() {
        StringBuilder text = new StringBuilder("link set lo up\n");
        for (Addressing.Net net : Addressing.Net.values()) {
            text.append("link add ")
                    .append(net.bridge)
                    .append(" address ")
                    .append(net.bridgeMac())
                    .append(" mtu ")
                    .append(net.mtu)
                    .append(" type bridge\nlink set ")
                    .append(net.bridge)
                    .append(" up\n");
        }
        return text.append("addr add ")
                .append(Addressing.FABRIC_ADDRESS)
                .append('/')
                .append(Addressing.PREFIX)
                .append(" brd + dev ")
                .append(Addressing.Net.MANAGEMENT.bridge)
                .append('\n')
                .toString();
    }

    private String ports() {
        StringBuilder text = new StringBuilder();
        for (HostPlan host : hosts) {
            for (PortPlan port : host.ports()) {
                text.append("link set ")
                        .append(port.net().port(host.index()))
                        .append(" master ")
                        .append(port.net().bridge)
                        .append(port.cabled() ? " up\n" : "\n");
            }
        }
        return text.append(new KnownNeighbours(hosts).ofFabric()).toString();
    }

    private HostMaking namespaces(Keeper keeper, String loginKey) throws IOException {
        List<OverlayMount> overlays = layers(keeper, loginKey);
        return new HostMaking.Namespaces(
                keeper, new HostFiles(state, keeper.seen(), overlays, hosts));
    }

    private HostMaking booted(Keeper keeper, String loginKey, Path root) throws IOException {
        BootedFiles files = new BootedFiles(state, keeper.seen(), root, hosts);
        files.skeleton(loginKey, request.recorded().flatMap(Recorded::profile));
        return new HostMaking.Booted(keeper, files);
    }

    private HostMaking virtual(Keeper keeper, String loginKey, Path image) throws IOException {
        Files.writeString(state.resolve("virtual/image"), image + "\n");
        return new HostMaking.Virtual(
                keeper,
                new VirtualFiles(
                        new HostFiles(state, keeper.seen(), List.of(), hosts),
                        keeper.seen(),
                        loginKey,
                        request.recorded().flatMap(Recorded::profile)));
    }

    private List<OverlayMount> layers(Keeper keeper, String loginKey) throws IOException {
        Path machine = Path.of("/");
        Layers layers = new Layers(machine, keeper.seen().resolve("layers"));
        layers.mask();
        layers.skeleton(loginKey);
        Optional<Recorded.Profile> recorded = request.recorded().flatMap(Recorded::profile);
        if (recorded.isPresent()) {
            Recorded.install(recorded.get(), layers.skeleton());
        }
        List<OverlayMount> overlays = new ArrayList<>();
        overlays.add(overlay(layers, machine));
        for (Path mount : MachineMounts.read()) {
            if (Files.isDirectory(mount) && layers.shows(mount)) {
                overlays.add(overlay(layers, mount));
            }
        }
        return overlays;
    }

    private OverlayMount overlay(Layers layers, Path point) {
        List<String> lower = new ArrayList<>();
        layers.above(point).forEach(l -> lower.add(state.resolve("layers").resolve(l).toString()));
        lower.add(point.toString());
        return new OverlayMount(point, lower);
    }

    private Path home(Keeper keeper, HostPlan host) {
        return keeper.seen().resolve("hosts").resolve(host.name());
    }

    private void startAll(Keeper keeper, HostMaking making) throws IOException, LabFailure {
        int width = WIDTH * Runtime.getRuntime().availableProcessors();
        Iterator<HostPlan> waiting = hosts.iterator();
        Map<HostPlan, Long> starting = new LinkedHashMap<>();
        while (waiting.hasNext() || !starting.isEmpty()) {
            while (waiting.hasNext() && starting.size() < width) {
                HostPlan host = waiting.next();
                SshKeyPair key = hostKeys.get(host.name());
                if (key == null) {
                    throw new IllegalStateException("no key for " + host.name());
                }
                making.write(host, key);
                making.start(host);
                starting.put(host, System.nanoTime() + making.limit().toNanos());
            }
            boolean any = false;
            for (Iterator<Map.Entry<HostPlan, Long>> each = starting.entrySet().iterator();
                    each.hasNext(); ) {
                Map.Entry<HostPlan, Long> entry = each.next();
                if (ready(keeper, making, entry.getKey(), entry.getValue())) {
                    making.finish(entry.getKey(), home(keeper, entry.getKey()));
                    each.remove();
                    any = true;
                    events.hostReady(entry.getKey().name());
                }
            }
            if (!any) {
                Processes.pause();
            }
        }
    }

    private boolean ready(Keeper keeper, HostMaking making, HostPlan host, long deadline)
            throws LabFailure {
        Path home = home(keeper, host);
        if (making.ready(home)) {
            return true;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new LabFailure("interrupted");
        }
        if (keeper.failed()) {
            throw new LabFailure("the lab's first process ended: " + keeper.log());
        }
        long pid = pid(home);
        if (Files.exists(home.resolve("failed"))
                || (pid != 0 && !Processes.present(pid))
                || System.nanoTime() > deadline) {
            throw new LabFailure(host.name() + " did not start: " + making.lastWords(home));
        }
        return false;
    }

    private static long pid(Path home) {
        try {
            return Long.parseLong(Files.readString(home.resolve("pid")).strip());
        } catch (IOException | NumberFormatException e) {
            return 0;
        }
    }

    private void record(Map<String, FirstProcess> first, boolean complete) throws IOException {
        List<HostRecord> records =
                hosts.stream()
                        .map(
                                h ->
                                        new HostRecord(
                                                h.name(),
                                                h.ports().stream().map(PortPlan::address).toList(),
                                                first.getOrDefault(h.name(), FirstProcess.NONE)))
                        .toList();
        new LabRecord(
                        request.name(),
                        id,
                        request.kind(),
                        complete,
                        records,
                        request.faults().stream().map(Fault::toString).toList(),
                        request.recorded())
                .write(places.recordOf(request.name()));
    }

    /// A directory that only root may enter, made now.
    static void privateDirectory(Path directory) throws IOException {
        Files.createDirectory(
                directory,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
}
