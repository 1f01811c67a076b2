package io.railhead.bench.run;

import io.railhead.bench.Benchmark;
import io.railhead.bench.NcclSettings;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.tool.NcclBuild;
import io.railhead.model.Facts;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Fleet;
import io.railhead.reach.Outcome;
import io.railhead.reach.Target;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// What hosts do not have that benchmarks take: a device, a program. A plan for whatever there is
/// leaves out what would fail for the lack of it, and says so once.
///
/// @param why by the benchmark's name and the host's
public record Lacking(Map<String, Map<String, String>> why) {
    static final Lacking NOTHING = new Lacking(Map.of());

    /// What `bench` calls each benchmark.
    private static final Map<String, String> KINDS =
            Map.of(
                    "iperf3", "tcp bandwidth",
                    "sockperf", "tcp latency",
                    "perftest", "rdma",
                    "fio", "disk",
                    "nccl-tests", "nccl");

    /// Looks, on all hosts that answered, for what the benchmarks take. A host that does not answer
    /// lacks nothing: the run tells what became of it.
    ///
    /// @param facts of RDMA devices and GPUs, collected just before
    /// @param fleet by which hosts are asked, so many at once
    public static Lacking of(
            Cluster cluster,
            Facts facts,
            List<Benchmark> benchmarks,
            Settings settings,
            Fleet fleet) {
        List<Target> answered =
                cluster.hosts().stream()
                        .filter(h -> !facts.unreachable().containsKey(h.name()))
                        .map(Target::of)
                        .toList();
        Map<String, Map<String, String>> why = new LinkedHashMap<>();
        for (Outcome<Map<String, String>> outcome :
                fleet.each(
                        answered,
                        session ->
                                on(
                                        cluster.host(session.target().name()).orElseThrow(),
                                        Machine.over(session, benchmarks),
                                        facts,
                                        benchmarks,
                                        settings))) {
            // What became of the others the run finds out again, and tells.
            if (outcome instanceof Outcome.Done<Map<String, String>>(Target target, var lacks)) {
                lacks.forEach(
                        (benchmark, lack) ->
                                why.computeIfAbsent(benchmark, b -> new TreeMap<>())
                                        .put(target.name(), lack));
            }
        }
        return new Lacking(why);
    }

    private static Map<String, String> on(
            Host host, Machine machine, Facts facts, List<Benchmark> benchmarks, Settings settings)
            throws Unreachable {
        Map<String, String> why = new LinkedHashMap<>();
        for (Benchmark benchmark : benchmarks) {
            Optional<String> device = device(host, facts, benchmark, settings);
            Optional<String> lack =
                    device.isPresent() ? device : program(machine, benchmark, settings);
            lack.ifPresent(l -> why.put(benchmark.name(), l));
        }
        return why;
    }

    /// A device that the intent names and that is not there is a fault, not a lack.
    private static Optional<String> device(
            Host host, Facts facts, Benchmark benchmark, Settings settings) {
        String name = host.name();
        return switch (benchmark.name()) {
            case "perftest" -> {
                boolean some =
                        host.rails().stream().anyMatch(p -> p.rdma().isPresent())
                                || !facts.of(name, RdmaLink.class).isEmpty()
                                || !facts.of(name, RdmaNetdev.class).isEmpty()
                                || !facts.of(name, GidEntry.class).isEmpty();
                yield some ? Optional.empty() : Optional.of("no RDMA device");
            }
            case "nccl-tests" -> {
                boolean some =
                        settings.nccl().launch().spans() || !facts.of(name, Gpu.class).isEmpty();
                yield some ? Optional.empty() : Optional.of("no GPU");
            }
            default -> Optional.empty();
        };
    }

    private static Optional<String> program(Machine machine, Benchmark benchmark, Settings settings)
            throws Unreachable {
        NcclSettings nccl = settings.nccl();
        // Whoever says where the programs are, or starts one job, wants to know why it fails.
        if (benchmark.name().equals("nccl-tests")
                && nccl.programs().isEmpty()
                && !nccl.launch().spans()) {
            String there =
                    machine.run(
                                    "nccl-tests present",
                                    "env PATH=\""
                                            + NcclBuild.PROGRAMS
                                            + ":$PATH\" sh -c 'command -v all_reduce_perf'\n",
                                    Duration.ofSeconds(10))
                            .stdout();
            return there.isBlank()
                    ? Optional.of("nccl-tests not there (--build builds them)")
                    : Optional.empty();
        }
        return machine.lacks(benchmark).map(l -> l.substring(l.indexOf(": ") + 2));
    }

    boolean on(String host, String benchmark) {
        return why.getOrDefault(benchmark, Map.of()).containsKey(host);
    }

    boolean at(Pair pair, String benchmark) {
        return on(pair.from(), benchmark) || on(pair.to(), benchmark);
    }

    /// One line a kind and reason: `rdma: skipped: no RDMA device on h1, h2`.
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        why.forEach(
                (benchmark, hosts) -> {
                    Set<String> reasons =
                            hosts.values().stream().collect(Collectors.toCollection(TreeSet::new));
                    for (String reason : reasons) {
                        notes.add(
                                "%s: skipped: %s on %s"
                                        .formatted(
                                                KINDS.getOrDefault(benchmark, benchmark),
                                                reason,
                                                hosts.entrySet().stream()
                                                        .filter(e -> e.getValue().equals(reason))
                                                        .map(Map.Entry::getKey)
                                                        .sorted()
                                                        .collect(Collectors.joining(", "))));
                    }
                });
        return notes;
    }
}
