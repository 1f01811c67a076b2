package io.railhead.bench.saturate;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Benchmarks;
import io.railhead.bench.run.Afoot;
import io.railhead.bench.run.BenchResult;
import io.railhead.bench.run.Machine;
import io.railhead.bench.run.Served;
import io.railhead.model.Facts;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Loads a rail so that its queues fill, and reads before and after what hosts and switches
/// counted: by perftest where every end has RDMA, by iperf3 otherwise, with a latency test of the
/// same class beside the load. A host that is lost costs its own flows. [#stop] ends what
/// still runs.
public final class Saturation implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Transport transport;
    private final Duration connectLimit;
    private final Fabric fabric;
    private final Map<String, Machine> machines = new TreeMap<>();
    private final Afoot afoot = new Afoot();

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
                    new SaturateRun(cluster, facts, plan, machines, afoot, fabric).told();
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            return afoot.stopped() ? story.cutShort(took) : story.result(took);
        } finally {
            Served.stopAll(afoot.servers(), PATIENCE);
        }
    }

    /// Ends what still runs on hosts; [#run] then gives what it has, and so does any later one. May
    /// be called from another thread.
    public void stop() {
        afoot.stop(PATIENCE);
    }

    @Override
    public void close() {
        stop();
        machines.values().forEach(Machine::close);
    }
}
