package io.railhead.bench.schedule;

import io.railhead.bench.Pair;
import io.railhead.model.Bandwidth;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.Link;
import io.railhead.model.intent.RailPort;
import io.railhead.model.intent.Wiring;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/// The leaf that each rail port hangs on, and how much each leaf's uplinks carry, from the cables
/// of the intent.
///
/// An uplink carries as many flows of a host's line rate at once as fit into it whole, and one
/// where a speed is not stated. Which uplink a flow takes is the switches' choice (ECMP): two
/// may share one while another is idle, which no schedule can prevent.
public final class Uplinks {
    private final Map<Port, String> leaves = new LinkedHashMap<>();
    private final Map<String, Integer> flows = new HashMap<>();
    private final Map<String, Bandwidth> capacity = new HashMap<>();

    private record Port(String rail, String host) {}

    public Uplinks(Cluster cluster) {
        Wiring wiring = new Wiring(cluster);
        Map<String, Bandwidth> lines = new HashMap<>();
        for (Host host : cluster.hosts()) {
            for (RailPort port : host.rails()) {
                wiring.switchAt(host, port)
                        .ifPresent(
                                leaf -> {
                                    leaves.put(new Port(port.rail(), host.name()), leaf);
                                    wiring.speed(host, port)
                                            .ifPresent(s -> lines.merge(leaf, s, Uplinks::larger));
                                });
            }
        }
        Set<String> leafNames = new LinkedHashSet<>(leaves.values());
        for (String leaf : leafNames) {
            List<Link> all =
                    wiring.links().stream()
                            .filter(wiring::isBetweenSwitches)
                            .filter(l -> at(l, leaf))
                            .toList();
            // A link to another leaf is none where there are spines: it joins a pair of leaves.
            List<Link> up = all.stream().filter(l -> !leafNames.contains(other(l, leaf))).toList();
            Bandwidth line = lines.get(leaf);
            int fit = 0;
            double sum = 0;
            for (Link link : up.isEmpty() ? all : up) {
                Optional<Bandwidth> speed = wiring.speed(link);
                fit +=
                        speed.isPresent() && line != null
                                ? (int) (speed.get().bitsPerSecond() / line.bitsPerSecond())
                                : 1;
                sum += speed.map(Bandwidth::bitsPerSecond).orElse(Double.NaN);
            }
            if (!all.isEmpty()) {
                flows.put(leaf, Math.max(1, fit));
                if (!Double.isNaN(sum)) {
                    capacity.put(leaf, new Bandwidth(sum));
                }
            }
        }
    }

    private static Bandwidth larger(Bandwidth a, Bandwidth b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static boolean at(Link link, String device) {
        return link.a().device().equals(device) || link.b().device().equals(device);
    }

    private static String other(Link link, String device) {
        return link.a().device().equals(device) ? link.b().device() : link.a().device();
    }

    public Optional<String> leaf(String rail, String host) {
        return Optional.ofNullable(leaves.get(new Port(rail, host)));
    }

    /// Whether the two ends are known to hang on different leaves.
    public boolean crosses(Pair pair) {
        Optional<String> from = leaf(pair.rail(), pair.from());
        return from.isPresent()
                && leaf(pair.rail(), pair.to()).filter(to -> !to.equals(from.get())).isPresent();
    }

    /// All uplinks of a leaf together; empty when a speed is not stated.
    public OptionalDouble bitsPerSecond(String leaf) {
        Bandwidth sum = capacity.get(leaf);
        return sum == null ? OptionalDouble.empty() : OptionalDouble.of(sum.bitsPerSecond());
    }

    /// The hosts leaf by leaf, so that the two halves of the list lie on different leaves as far as
    /// they can; as given where a leaf is not known.
    public List<String> byLeaf(String rail, List<String> hosts) {
        if (!hosts.stream().allMatch(h -> leaf(rail, h).isPresent())) {
            return hosts;
        }
        List<String> order = new ArrayList<>(new LinkedHashSet<>(leaves.values()));
        return hosts.stream()
                .sorted(Comparator.comparingInt(h -> order.indexOf(leaf(rail, h).orElse(""))))
                .toList();
    }

    /// The hosts so that neighbours lie on different leaves as far as they can.
    public List<String> alternating(String rail, List<String> hosts) {
        List<String> sorted = byLeaf(rail, hosts);
        if (hosts.stream().map(h -> leaf(rail, h).orElse("")).distinct().count() < 2) {
            return hosts;
        }
        int half = (sorted.size() + 1) / 2;
        List<String> mixed = new ArrayList<>();
        for (int i = 0; i < half; i++) {
            mixed.add(sorted.get(i));
            if (half + i < sorted.size()) {
                mixed.add(sorted.get(half + i));
            }
        }
        return mixed;
    }

    /// What a round puts on uplinks, as it grows.
    final class Load {
        private final Map<String, Integer> out = new HashMap<>();
        private final Map<String, Integer> in = new HashMap<>();

        /// Adds the pairs, all or none; false when some uplinks would carry more than they can.
        boolean add(List<Pair> pairs) {
            List<Runnable> undo = new ArrayList<>();
            for (Pair pair : pairs) {
                if (!crosses(pair)) {
                    continue;
                }
                String from = leaf(pair.rail(), pair.from()).orElseThrow();
                String to = leaf(pair.rail(), pair.to()).orElseThrow();
                out.merge(from, 1, Integer::sum);
                in.merge(to, 1, Integer::sum);
                undo.add(() -> out.merge(from, -1, Integer::sum));
                undo.add(() -> in.merge(to, -1, Integer::sum));
            }
            if (!undo.isEmpty() && !fits() && !alone(pairs)) {
                undo.forEach(Runnable::run);
                return false;
            }
            return true;
        }

        private boolean fits() {
            return within(out) && within(in);
        }

        private boolean within(Map<String, Integer> load) {
            return load.entrySet().stream()
                    .allMatch(e -> e.getValue() <= flows.getOrDefault(e.getKey(), 1 << 20));
        }

        /// What is too much by itself must run all the same.
        private boolean alone(List<Pair> pairs) {
            long crossing = pairs.stream().filter(Uplinks.this::crosses).count();
            return out.values().stream().mapToInt(n -> n).sum() == crossing;
        }
    }
}
