package io.railhead.fabric;

import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Wiring;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// Whether the intent lays its rails out as rails: a port of its own for each GPU, the same GPU on
/// a rail of every host, every port of a rail one hop apart, and no less above a switch than below.
///
/// @param rails one line a rail
/// @param leaves switches that hosts hang on
/// @param faults what is not so, each a sentence
/// @param unknown what the intent does not say
public record RailLayout(
        List<RailLine> rails, List<Leaf> leaves, List<String> faults, List<String> unknown) {

    public RailLayout {
        rails = List.copyOf(rails);
        leaves = List.copyOf(leaves);
        faults = List.copyOf(faults);
        unknown = List.copyOf(unknown);
    }

    /// @param ports how many hosts have a port on it
    /// @param gpu that every port of it serves; empty when not stated or not the same
    /// @param switches that its ports hang on
    /// @param hops switches between two of its ports, the most; empty when not known
    public record RailLine(
            String rail, int ports, OptionalInt gpu, List<String> switches, OptionalInt hops) {}

    /// @param down bits a second of the host ports; empty when a speed is not stated
    /// @param up the same of the cables to other switches; 0 without any
    public record Leaf(String name, int hostPorts, OptionalDouble down, OptionalDouble up) {
        /// How many times more comes from hosts than can go up; empty without uplinks.
        public OptionalDouble oversubscription() {
            return down.isPresent() && up.isPresent() && up.getAsDouble() > 0
                    ? OptionalDouble.of(down.getAsDouble() / up.getAsDouble())
                    : OptionalDouble.empty();
        }
    }

    public static RailLayout of(Cluster cluster) {
        return new Look(cluster).layout();
    }

    private static final class Look {
        private final Cluster cluster;
        private final Wiring wiring;
        private final List<String> faults = new ArrayList<>();
        private final Map<String, List<String>> ofHosts = new LinkedHashMap<>();
        private final List<String> unknown = new ArrayList<>();
        private final Map<String, List<OptionalDouble>> down = new LinkedHashMap<>();

        Look(Cluster cluster) {
            this.cluster = cluster;
            this.wiring = new Wiring(cluster);
        }

        RailLayout layout() {
            cluster.hosts().forEach(this::gpus);
            ofHosts.forEach((words, hosts) -> faults.add(String.join(", ", hosts) + ": " + words));
            List<RailLine> rails = cluster.rails().stream().map(r -> rail(r.name())).toList();
            List<Leaf> leaves =
                    down.entrySet().stream().map(e -> leaf(e.getKey(), e.getValue())).toList();
            return new RailLayout(rails, leaves, faults, unknown.stream().distinct().toList());
        }

        /// One GPU a port and one port a GPU.
        private void gpus(Host host) {
            Map<Integer, List<String>> ports = new TreeMap<>();
            for (RailPort port : host.rails()) {
                port.gpu()
                        .ifPresent(
                                g ->
                                        ports.computeIfAbsent(g, k -> new ArrayList<>())
                                                .add(port.rail()));
            }
            if (ports.isEmpty()) {
                unknown.add("which GPU each rail serves (rails: {rail0: {gpu: 0}})");
                return;
            }
            ports.forEach(
                    (gpu, rails) -> {
                        if (rails.size() > 1) {
                            fault(
                                    host,
                                    "%s serve GPU %d together, where each GPU should have a port of its own"
                                            .formatted(String.join(" and ", rails), gpu));
                        }
                    });
            if (host.gpus().isEmpty()) {
                unknown.add("how many GPUs " + host.name() + " has (gpus: {count: 8})");
                return;
            }
            int count = host.gpus().get().count();
            List<Integer> without = new ArrayList<>();
            for (int gpu = 0; gpu < count; gpu++) {
                if (!ports.containsKey(gpu)) {
                    without.add(gpu);
                }
            }
            if (!without.isEmpty()) {
                fault(
                        host,
                        "%d GPUs and %d rail ports: no port of its own for GPU %s"
                                .formatted(
                                        count,
                                        host.rails().size(),
                                        String.join(
                                                ", ",
                                                without.stream().map(String::valueOf).toList())));
            }
            ports.keySet().stream()
                    .filter(g -> g >= count)
                    .forEach(
                            g ->
                                    fault(
                                            host,
                                            "a rail serves GPU %d, and it has %d"
                                                    .formatted(g, count)));
        }

        /// The same of several hosts is one fault.
        private void fault(Host host, String words) {
            ofHosts.computeIfAbsent(words, w -> new ArrayList<>()).add(host.name());
        }

        private RailLine rail(String name) {
            Set<Integer> gpus = new LinkedHashSet<>();
            Set<String> switches = new LinkedHashSet<>();
            List<String> nowhere = new ArrayList<>();
            int ports = 0;
            int cabled = 0;
            boolean stated = true;
            for (Host host : cluster.hosts()) {
                Optional<RailPort> port = host.rail(name);
                if (port.isEmpty()) {
                    continue;
                }
                ports++;
                port.get().gpu().ifPresent(gpus::add);
                stated &= port.get().gpu().isPresent();
                Optional<String> at = wiring.switchAt(host, port.get());
                if (at.isPresent()) {
                    switches.add(at.get());
                    down.computeIfAbsent(at.get(), k -> new ArrayList<>())
                            .add(speed(wiring.speed(host, port.get())));
                } else if (wiring.linkAt(Wiring.end(host, port.get())).isPresent()) {
                    cabled++;
                } else {
                    nowhere.add(host.name());
                }
            }
            if (gpus.size() > 1) {
                faults.add(
                        "%s serves GPU %s on unlike hosts: rail k should be GPU k of every host"
                                .formatted(
                                        name,
                                        String.join(
                                                " and ",
                                                gpus.stream().map(String::valueOf).toList())));
            }
            if (!nowhere.isEmpty()) {
                unknown.add(
                        "where %s of %s is plugged in (links, or switch-port)"
                                .formatted(name, String.join(", ", nowhere)));
            }
            OptionalInt hops =
                    nowhere.isEmpty()
                            ? hops(name, List.copyOf(switches), cabled)
                            : OptionalInt.empty();
            OptionalInt gpu =
                    gpus.size() == 1 && stated
                            ? OptionalInt.of(gpus.iterator().next())
                            : OptionalInt.empty();
            return new RailLine(name, ports, gpu, List.copyOf(switches), hops);
        }

        private OptionalInt hops(String rail, List<String> switches, int cabled) {
            if (switches.isEmpty()) {
                return cabled > 0 ? OptionalInt.of(0) : OptionalInt.empty();
            }
            int most = 1;
            for (int a = 0; a < switches.size(); a++) {
                for (int b = a + 1; b < switches.size(); b++) {
                    OptionalInt between = wiring.switchesBetween(switches.get(a), switches.get(b));
                    if (between.isEmpty()) {
                        faults.add(
                                "%s: nothing joins %s and %s, so its hosts do not all reach each other"
                                        .formatted(rail, switches.get(a), switches.get(b)));
                        return OptionalInt.empty();
                    }
                    most = Math.max(most, between.getAsInt());
                }
            }
            if (most > 1) {
                faults.add(
                        "%s hangs on %s: up to %d hops between two of its ports, where a rail on one switch has 1"
                                .formatted(rail, String.join(", ", switches), most));
            }
            return OptionalInt.of(most);
        }

        private Leaf leaf(String name, List<OptionalDouble> ports) {
            List<Link> up =
                    wiring.links().stream()
                            .filter(wiring::isBetweenSwitches)
                            .filter(l -> l.a().device().equals(name) || l.b().device().equals(name))
                            .toList();
            Leaf leaf =
                    new Leaf(
                            name,
                            ports.size(),
                            sum(ports),
                            sum(up.stream().map(l -> speed(wiring.speed(l))).toList()));
            if (leaf.down().isEmpty() || leaf.up().isEmpty()) {
                unknown.add("the speed of every port of " + name);
            }
            leaf.oversubscription()
                    .ifPresent(
                            ratio -> {
                                if (ratio > 1.001) {
                                    faults.add(
                                            String.format(
                                                    java.util.Locale.ROOT,
                                                    "%s: hosts send it %.0f Gb/s and its uplinks carry"
                                                            + " %.0f: oversubscribed %.1f to 1",
                                                    name,
                                                    leaf.down().orElse(0) / 1e9,
                                                    leaf.up().orElse(0) / 1e9,
                                                    ratio));
                                }
                            });
            return leaf;
        }

        private static OptionalDouble speed(Optional<Bandwidth> speed) {
            return speed.isPresent()
                    ? OptionalDouble.of(speed.get().bitsPerSecond())
                    : OptionalDouble.empty();
        }

        private static OptionalDouble sum(List<OptionalDouble> all) {
            return all.stream().allMatch(OptionalDouble::isPresent)
                    ? OptionalDouble.of(all.stream().mapToDouble(OptionalDouble::getAsDouble).sum())
                    : OptionalDouble.empty();
        }
    }
}
