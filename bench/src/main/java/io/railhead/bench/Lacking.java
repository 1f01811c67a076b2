package io.railhead.bench;

import io.railhead.model.Facts;
import io.railhead.model.fact.GidEntry;
import io.railhead.model.fact.Gpu;
import io.railhead.model.fact.RdmaLink;
import io.railhead.model.fact.RdmaNetdev;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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
    public static Lacking of(
            Cluster cluster,
            Facts facts,
            List<Benchmark> benchmarks,
            Settings settings,
            Transport transport,
            Duration connectLimit) {
        Map<String, Map<String, String>> why = new LinkedHashMap<>();
        Map<String, Future<Map<String, String>>> asked = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Host host : cluster.hosts()) {
                if (!facts.unreachable().containsKey(host.name())) {
                    asked.put(
                            host.name(),
                            threads.submit(
                                    () -> {
                                        try (Machine machine =
                                                new Machine(
                                                        Target.of(host),
                                                        transport,
                                                        connectLimit,
                                                        benchmarks)) {
                                            return on(host, machine, facts, benchmarks, settings);
                                        }
                                    }));
                }
            }
            for (Map.Entry<String, Future<Map<String, String>>> entry : asked.entrySet()) {
                entry.getValue()
                        .get()
                        .forEach(
                                (benchmark, lack) ->
                                        why.computeIfAbsent(benchmark, b -> new TreeMap<>())
                                                .put(entry.getKey(), lack));
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException("a host failed in this program", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Lacking(why);
    }

    private static Map<String, String> on(
            Host host,
            Machine machine,
            Facts facts,
            List<Benchmark> benchmarks,
            Settings settings) {
        Map<String, String> why = new LinkedHashMap<>();
        try {
            for (Benchmark benchmark : benchmarks) {
                Optional<String> device = device(host, facts, benchmark, settings);
                Optional<String> lack =
                        device.isPresent() ? device : program(machine, benchmark, settings);
                lack.ifPresent(l -> why.put(benchmark.name(), l));
            }
        } catch (Unreachable e) {
            // The run finds it out again, and tells it.
            return Map.of();
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
