package io.railhead.intent;

import io.railhead.model.Bandwidth;
import io.railhead.model.Facts;
import io.railhead.model.fact.EthtoolLink;
import io.railhead.model.fact.Fact;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.GpuTopology;
import io.railhead.model.fact.HostName;
import io.railhead.model.fact.NetInterface;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.fact.Route;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Gpus;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Rail;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.RdmaPort;
import io.railhead.model.intent.Subnet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Makes a cluster out of what machines say of themselves: rails, RDMA ports, GPUs, MTU and speed
/// as most of them have it. Whatever is a guess, or differs from machine to machine, is a comment.
public final class LiveProposal {
    /// Nearest first (nvidia-smi topo -m).
    private static final List<String> NEARNESS = List.of("PIX", "PXB", "PHB", "NODE", "SYS");

    private static final OptionalInt NONE = OptionalInt.empty();

    private final Facts facts;
    private final Map<String, String> notes = new LinkedHashMap<>();
    private final Map<String, List<RailPort>> ports = new HashMap<>();
    private final List<Rail> rails = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();

    private LiveProposal(Facts facts) {
        this.facts = facts;
    }

    /// What was made of the machines.
    ///
    /// @param notes comments for [ClusterWriter], by field path
    public record Proposed(Cluster cluster, Map<String, String> notes) {
        public Proposed {
            notes = Map.copyOf(notes);
        }
    }

    /// @param asked the machines that were asked, with their logins, and without rails
    /// @param known comments there are already, by field path
    /// @param facts what they answered: interfaces, routes, RDMA links, link settings, GPUs, names
    public static Proposed of(Cluster asked, Map<String, String> known, Facts facts) {
        return new LiveProposal(facts).made(asked, known);
    }

    /// The facts this reads.
    public static Set<Class<? extends Fact>> needs() {
        return Set.of(
                NetInterface.class,
                Route.class,
                RdmaLink.class,
                RdmaNetdev.class,
                EthtoolLink.class,
                Gpu.class,
                GpuTopology.class,
                HostName.class);
    }

    private Proposed made(Cluster asked, Map<String, String> known) {
        List<Host> answered =
                asked.hosts().stream().filter(h -> facts.machines().contains(h.name())).toList();
        names.putAll(names(asked.hosts()));
        RailFinder finder = new RailFinder(facts, answered);
        List<List<SeenPort>> found = finder.rails();
        for (int r = 0; r < found.size(); r++) {
            rail("rail" + r, found, r, finder);
        }
        List<Host> hosts = new ArrayList<>();
        for (Host host : asked.hosts()) {
            String name = names.getOrDefault(host.name(), host.name());
            List<String> remarks =
                    new ArrayList<>(finder.remarks().getOrDefault(host.name(), List.of()));
            Optional.ofNullable(facts.unreachable().get(host.name()))
                    .ifPresent(why -> remarks.add("not reached: " + why));
            Optional.ofNullable(known.get(Spot.below("hosts", host.name())))
                    .ifPresent(remarks::addFirst);
            if (!remarks.isEmpty()) {
                notes.put(Spot.below("hosts", name), String.join("\n", remarks));
            }
            hosts.add(
                    new Host(
                            name,
                            host.address(),
                            host.login(),
                            host.bmc(),
                            ports.getOrDefault(host.name(), List.of()),
                            gpus(host.name()).or(host::gpus),
                            host.policy(),
                            0));
        }
        notes.put("", heading(asked.hosts().size(), answered.size()));
        return new Proposed(
                new Cluster(
                        asked.file(),
                        asked.name(),
                        asked.login(),
                        rails,
                        hosts,
                        asked.switches(),
                        asked.links(),
                        asked.lossless(),
                        asked.policy(),
                        asked.jobs(),
                        asked.lab()),
                notes);
    }

    private String heading(int asked, int answered) {
        return "Written by railhead init from what "
                + answered
                + " of "
                + asked
                + (asked == 1 ? " machine" : " machines")
                + " said."
                + (rails.isEmpty()
                        ? "\nNo two of them share a subnet besides the management network, so there"
                                + "\nare no rails yet: add rails: and each host's address on them."
                        : "\nIt says how they are, which may not be how they should be: read it.");
    }

    private void rail(String name, List<List<SeenPort>> found, int number, RailFinder finder) {
        List<SeenPort> seen = found.get(number);
        Subnet subnet = seen.getFirst().subnet();
        int mtu = mtu(name, seen);
        Map<SeenPort, Bandwidth> speeds = new LinkedHashMap<>();
        seen.forEach(p -> speed(p).ifPresent(s -> speeds.put(p, s)));
        Optional<Bandwidth> speed = speed(name, seen, speeds);
        rails.add(new Rail(name, subnet, mtu, speed));
        boolean guessed = false;
        for (SeenPort port : seen) {
            Optional<RdmaPort> rdma = finder.rdma(port.host(), port.port().name());
            OptionalInt gpu = rdma.isPresent() ? nearest(port.host(), found, number, finder) : NONE;
            if (gpu.isEmpty() && rdma.isPresent() && gpuCount(port.host()) == found.size()) {
                gpu = OptionalInt.of(number);
                guessed = true;
            }
            ports.computeIfAbsent(port.host(), h -> new ArrayList<>())
                    .add(
                            new RailPort(
                                    name,
                                    port.port().name(),
                                    Subnet.canonical(port.address().address())
                                            .orElse(port.address().address()),
                                    subnet,
                                    mtu,
                                    speed,
                                    rdma,
                                    gpu,
                                    Optional.empty()));
        }
        if (guessed) {
            notes.put(Spot.below("rails." + name, "gpu"), "guessed: one GPU a rail, in order");
        }
        if (seen.stream().noneMatch(p -> finder.rdma(p.host(), p.port().name()).isPresent())) {
            notes.put("rails." + name, "no RDMA device was seen behind these interfaces");
        }
    }

    /// All ports of a rail have one MTU; where they differ now, most decide, and the larger of
    /// equals.
    private int mtu(String rail, List<SeenPort> seen) {
        Map<Integer, List<String>> hosts = new LinkedHashMap<>();
        for (SeenPort port : seen) {
            hosts.computeIfAbsent(port.port().mtu(), m -> new ArrayList<>()).add(port.host());
        }
        int most =
                hosts.entrySet().stream()
                        .max(
                                Comparator.comparingInt(
                                                (Map.Entry<Integer, List<String>> e) ->
                                                        e.getValue().size())
                                        .thenComparing(Map.Entry::getKey))
                        .orElseThrow()
                        .getKey();
        if (hosts.size() > 1) {
            notes.put(
                    Spot.below("rails." + rail, "mtu"),
                    "they differ: " + listed(hosts, m -> Integer.toString(m)));
        } else if (most < 4096 + 58) {
            notes.put(
                    Spot.below("rails." + rail, "mtu"),
                    "as it is; 9000 would let RoCE use its path MTU of 4096");
        }
        return Math.clamp(most, RailDecoder.LEAST_MTU, RailDecoder.MOST_MTU);
    }

    private Optional<Bandwidth> speed(
            String rail, List<SeenPort> seen, Map<SeenPort, Bandwidth> speeds) {
        if (speeds.isEmpty()) {
            return Optional.empty();
        }
        Map<Bandwidth, List<String>> hosts = new LinkedHashMap<>();
        speeds.forEach(
                (port, speed) ->
                        hosts.computeIfAbsent(speed, s -> new ArrayList<>()).add(port.host()));
        Bandwidth most =
                hosts.entrySet().stream()
                        .max(
                                Comparator.comparingInt(
                                                (Map.Entry<Bandwidth, List<String>> e) ->
                                                        e.getValue().size())
                                        .thenComparing(Map.Entry::getKey))
                        .orElseThrow()
                        .getKey();
        if (hosts.size() > 1) {
            notes.put(
                    Spot.below("rails." + rail, "speed"),
                    "they differ: " + listed(hosts, Units::speed));
        } else if (speeds.size() < seen.size()) {
            notes.put(
                    Spot.below("rails." + rail, "speed"),
                    "said by " + speeds.size() + " of " + seen.size() + " machines");
        }
        return Optional.of(most);
    }

    private <T> String listed(Map<T, List<String>> hosts, Function<T, String> written) {
        return hosts.entrySet().stream()
                .map(
                        e ->
                                written.apply(e.getKey())
                                        + " on "
                                        + Ranges.shortened(HostRanges.fold(shown(e.getValue()))))
                .collect(Collectors.joining(", "));
    }

    private List<String> shown(List<String> hosts) {
        return hosts.stream().map(h -> names.getOrDefault(h, h)).toList();
    }

    /// What a virtual link says of its speed is made up: 10 Gb/s of every veth.
    private Optional<Bandwidth> speed(SeenPort port) {
        if (port.port().kind().equals("veth")) {
            return Optional.empty();
        }
        return facts.of(port.host(), EthtoolLink.class).stream()
                .filter(l -> l.interfaceName().equals(port.port().name()))
                .flatMap(l -> l.speed().stream())
                .filter(s -> s.bitsPerSecond() >= 1e6)
                .findFirst();
    }

    private int gpuCount(String host) {
        int listed = facts.of(host, Gpu.class).size();
        return listed > 0
                ? listed
                : facts.first(host, GpuTopology.class).map(GpuTopology::gpus).orElse(0);
    }

    /// The GPU nearest to a machine's port on a rail, when no other of its rails has the same one
    /// nearest.
    private OptionalInt nearest(
            String host, List<List<SeenPort>> found, int number, RailFinder finder) {
        List<OptionalInt> all = new ArrayList<>();
        for (List<SeenPort> rail : found) {
            all.add(
                    rail.stream()
                            .filter(p -> p.host().equals(host))
                            .findFirst()
                            .flatMap(p -> finder.rdma(host, p.port().name()))
                            .map(d -> nearest(host, d))
                            .orElse(NONE));
        }
        OptionalInt own = all.get(number);
        return all.stream().filter(own::equals).count() == 1 ? own : NONE;
    }

    /// The one GPU nearest to an RDMA device; none when several are equally near.
    private OptionalInt nearest(String host, RdmaPort rdma) {
        Optional<GpuTopology> topology = facts.first(host, GpuTopology.class);
        if (topology.isEmpty()) {
            return OptionalInt.empty();
        }
        GpuTopology matrix = topology.get();
        Optional<String> column =
                matrix.nicNames().entrySet().stream()
                        .filter(e -> e.getValue().equals(rdma.device()))
                        .map(Map.Entry::getKey)
                        .findFirst();
        if (column.isEmpty()) {
            return OptionalInt.empty();
        }
        int best = Integer.MAX_VALUE;
        List<Integer> at = new ArrayList<>();
        for (int gpu = 0; gpu < matrix.gpus(); gpu++) {
            String relation =
                    matrix.links()
                            .getOrDefault("GPU" + gpu, Map.of())
                            .getOrDefault(column.get(), "SYS");
            int distance = NEARNESS.indexOf(relation);
            if (distance >= 0 && distance <= best) {
                if (distance < best) {
                    at.clear();
                }
                best = distance;
                at.add(gpu);
            }
        }
        return at.size() == 1 ? OptionalInt.of(at.getFirst()) : OptionalInt.empty();
    }

    private Optional<Gpus> gpus(String host) {
        List<Gpu> gpus = facts.of(host, Gpu.class);
        if (gpus.isEmpty()) {
            return Optional.empty();
        }
        Set<String> models =
                gpus.stream().map(g -> g.name().orElse("")).collect(Collectors.toSet());
        boolean one = models.size() == 1 && !models.iterator().next().isBlank();
        return Optional.of(
                new Gpus(
                        gpus.size(),
                        one ? Optional.of(models.iterator().next()) : Optional.empty()));
    }

    /// A machine asked for by address gets the name it gives itself, when no other has it.
    private Map<String, String> names(List<Host> hosts) {
        Map<String, String> names = new HashMap<>();
        Map<String, Integer> uses = new HashMap<>();
        for (Host host : hosts) {
            String own = host.name();
            if (Subnet.isAddress(host.address()) && !HostRanges.isGivenName(own)) {
                own =
                        facts.first(host.name(), HostName.class)
                                .map(HostName::name)
                                .map(n -> n.split("\\.", 2)[0])
                                .filter(HostRanges::isGivenName)
                                .filter(n -> !n.equals("localhost"))
                                .orElse(own);
            }
            names.put(host.name(), own);
            uses.merge(own, 1, Integer::sum);
        }
        names.replaceAll((asked, own) -> uses.getOrDefault(own, 0) > 1 ? asked : own);
        return names;
    }
}
