package io.railhead.cli.bench;

import io.railhead.bench.Pair;
import io.railhead.bench.path.PortTrouble;
import io.railhead.bench.run.BenchPlan;
import io.railhead.bench.run.BenchResult;
import io.railhead.checks.Check;
import io.railhead.checks.Checks;
import io.railhead.checks.Situation;
import io.railhead.model.Facts;
import io.railhead.model.Finding;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What is wrong with the ports that a run measured, by the checks that look at interfaces alone:
/// as they were before it, and as they were once tests between them had failed.
final class PortFindings {
    private static final Set<String> CODES =
            Set.of(
                    "interface-missing",
                    "interface-admin-down",
                    "link-no-carrier",
                    "address-missing",
                    "mtu-mismatch");

    private PortFindings() {}

    /// @param before collected from the hosts before the run
    static List<Finding> of(Cluster cluster, Facts before, BenchPlan plan, BenchResult result) {
        Map<String, Finding> found = new LinkedHashMap<>();
        Set<String> measured = measured(cluster, plan);
        add(found, before, cluster, measured);
        Set<String> troubled =
                result.troubles().stream().map(PortTrouble::subject).collect(Collectors.toSet());
        add(found, result.aftermath(), cluster, troubled);
        return List.copyOf(found.values());
    }

    private static void add(
            Map<String, Finding> found, Facts facts, Cluster cluster, Set<String> ports) {
        if (ports.isEmpty()) {
            return;
        }
        List<Check> checks =
                CODES.stream().sorted().flatMap(c -> Checks.byCode(c).stream()).toList();
        Checks.run(new Situation(facts, Optional.of(cluster)), checks).findings().stream()
                .filter(f -> ports.contains(f.subject()))
                .forEach(f -> found.putIfAbsent(f.code() + " " + f.subject(), f));
    }

    /// `h2 eth1` of every port that a pair of the plan uses.
    private static Set<String> measured(Cluster cluster, BenchPlan plan) {
        Set<String> ports = new HashSet<>();
        for (Pair pair : plan.rounds().stream().flatMap(r -> r.pairs().stream()).toList()) {
            if (pair.isAlone() || pair.rail().equals(BenchRun.LOOPBACK)) {
                continue;
            }
            Stream.of(pair.from(), pair.to())
                    .flatMap(name -> cluster.host(name).stream())
                    .flatMap(host -> port(host, pair.rail()).stream())
                    .forEach(ports::add);
        }
        return ports;
    }

    private static Optional<String> port(Host host, String rail) {
        return host.rail(rail).map(p -> host.name() + " " + p.interfaceName());
    }

    /// What a reader must know of ports that were well, or not looked at, when the run began.
    static List<String> notes(BenchResult result) {
        List<String> notes = new ArrayList<>();
        for (PortTrouble trouble : result.troubles()) {
            notes.add(
                    "%s, seen after a test failed (%s): what else would have gone over it was not"
                                    .formatted(trouble, trouble.code())
                            + " tried");
        }
        return notes;
    }
}
