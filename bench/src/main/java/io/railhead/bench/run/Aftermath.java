package io.railhead.bench.run;

import io.railhead.bench.Pair;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.Port;
import io.railhead.bench.path.PortTrouble;
import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import io.railhead.model.fact.NetInterface;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// What the ports of a pair look like after a test between them failed. A link that dies in the
/// middle of a run is seen by nothing else: what was collected before it says that it was well.
///
/// Both ends are asked, since of a cut cable each sees its own; what was found stands for the rest
/// of the pair's tests.
final class Aftermath {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final List<Probe> PROBES =
            Parsers.installed().probes(Set.of(NetInterface.class)).stream()
                    .filter(p -> p.each() == Probe.Each.ONCE)
                    .toList();

    private final Map<Pair, List<PortTrouble>> troubles = new ConcurrentHashMap<>();
    private final Map<String, Facts> seen = new ConcurrentHashMap<>();

    /// What is known of the pair already.
    List<PortTrouble> known(Pair pair) {
        return troubles.getOrDefault(pair, List.of());
    }

    /// By pair; those without trouble are not in it.
    Map<Pair, List<PortTrouble>> troubles() {
        return Map.copyOf(troubles);
    }

    /// What the hosts with troubles showed, each when it was last asked.
    Facts seen() {
        Facts.Builder all = Facts.builder();
        seen.values().forEach(f -> all.addAll(f.toBuilder()));
        return all.build();
    }

    /// Asks both ends, unless something is known of the pair already. An end that cannot be reached
    /// is left out: the run finds that out by itself.
    List<PortTrouble> ask(Path path, Machine from, Machine to) {
        Pair pair = path.pair();
        if (pair.isAlone() || !known(pair).isEmpty()) {
            return known(pair);
        }
        Set<PortTrouble> found = new LinkedHashSet<>();
        look(path.from(), from, found);
        look(path.to(), to, found);
        if (!found.isEmpty()) {
            troubles.put(pair, List.copyOf(found));
        }
        return known(pair);
    }

    private void look(Port port, Machine machine, Set<PortTrouble> found) {
        try {
            List<Transcript> said = new ArrayList<>();
            for (Probe probe : PROBES) {
                said.add(machine.run(probe.shown(), probe.command() + "\n", LIMIT));
            }
            Facts now = Parsers.installed().read(said);
            PortTrouble.of(port, now.of(port.host(), NetInterface.class))
                    .ifPresent(
                            t -> {
                                found.add(t);
                                seen.put(port.host(), now);
                            });
        } catch (Unreachable e) {
            // The next test says so.
        }
    }
}
