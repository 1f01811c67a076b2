package io.railhead.bench;

import io.railhead.model.Facts;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/// Loads a rail so that its queues fill, and reads before and after what hosts and switches
/// counted: by perftest where every end has RDMA, by iperf3 otherwise, with a latency test of the
/// same class beside the load. A host that is lost costs its own flows. [#close] ends the servers
/// that still run.
public final class Saturation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Transport transport;
    private final Duration connectLimit;
    private final Fabric fabric;
    private final Map<String, Machine> machines = new TreeMap<>();
    private final Set<Served> servers = ConcurrentHashMap.newKeySet();

    public Saturation(Transport transport, Duration connectLimit, Fabric fabric) {
        this.transport = transport;
        this.connectLimit = connectLimit;
        this.fabric = fabric;
    }

    /// Runs one pattern on one rail.
    ///
    /// @param facts of the hosts, collected just before
    public BenchResult run(Cluster cluster, Facts facts, SaturatePlan plan) {
        long begun = System.nanoTime();
        List<Benchmark> tools = Benchmarks.of("perftest", "iperf3", "sockperf");
        for (String name : plan.hosts()) {
            Host host = cluster.host(name).orElseThrow();
            machines.computeIfAbsent(
                    name, n -> new Machine(Target.of(host), transport, connectLimit, tools));
        }
        try {
            SaturateStory story =
                    new SaturateRun(cluster, facts, plan, machines, servers, fabric).told();
            return story.result(Duration.ofNanos(System.nanoTime() - begun));
        } finally {
            Served.stopAll(servers, PATIENCE);
        }
    }

    @Override
    public void close() {
        Served.stopAll(servers, PATIENCE);
        machines.values().forEach(Machine::close);
    }
}
