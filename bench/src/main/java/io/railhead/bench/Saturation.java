package io.railhead.bench;

import io.railhead.evidence.Parsers;
import io.railhead.model.Conditions;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Statistic;
import io.railhead.model.Transcript;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/// Loads a rail so that its queues fill, and reads before and after what hosts and switches
/// counted: by perftest where every end has RDMA, by iperf3 otherwise, with a latency test beside
/// the load. [#close] ends the servers that still run.
public final class Saturation implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Transport transport;
    private final Duration connectLimit;
    private final Supplier<Facts> switches;
    private final Map<String, Machine> machines = new TreeMap<>();
    private final Set<Served> servers = ConcurrentHashMap.newKeySet();

    /// @param switches what the switches have counted by now; empty facts where there are none
    public Saturation(Transport transport, Duration connectLimit, Supplier<Facts> switches) {
        this.transport = transport;
        this.connectLimit = connectLimit;
        this.switches = switches;
    }

    /// A client, the server it talks to, and how its output is read.
    private record Flow(Path path, Benchmark benchmark, Case setting, Served server) {
        String command() {
            return benchmark.client(
                    setting, path.ends().listeningOn(Integer.toString(server.port())));
        }
    }

    /// Runs one pattern on one rail.
    ///
    /// @param facts of the hosts, collected just before
    public BenchResult run(Cluster cluster, Facts facts, SaturatePlan plan) {
        long begun = System.nanoTime();
        SaturateStory story = new SaturateStory(cluster, facts, plan);
        List<Path> paths =
                plan.flows().stream().flatMap(f -> Path.of(cluster, facts, f).stream()).toList();
        boolean rdma = paths.stream().allMatch(p -> p.ends().rdmaLacking().isEmpty());
        List<Benchmark> tools = Benchmarks.of(rdma ? "perftest" : "iperf3", "sockperf");
        for (String name : plan.hosts()) {
            Host host = cluster.host(name).orElseThrow();
            machines.computeIfAbsent(
                    name, n -> new Machine(Target.of(host), transport, connectLimit, tools));
        }
        try {
            Benchmark load = Benchmarks.of(rdma ? "perftest" : "iperf3").getFirst();
            Case heavy = load.cases(plan.settings()).getFirst();
            story.traffic(load, heavy, rdma);
            for (Machine m : machines.values()) {
                Optional<String> lacking = m.lacks(load);
                if (lacking.isPresent()) {
                    return story.failed(lacking.get(), false, since(begun));
                }
            }
            Optional<Flow> probe = probe(tools, plan, paths.getFirst(), story);
            if (probe.isPresent()) {
                story.latency(
                        client(probe.get(), plan),
                        probe.get().benchmark(),
                        probe.get().setting(),
                        paths.getFirst(),
                        "idle");
            }
            List<Flow> flows = serve(load, heavy, paths, plan, story);
            if (flows.isEmpty()) {
                return story.result(since(begun));
            }
            PortCounts before = counts(cluster, facts, plan, story);
            Map<Flow, Transcript> said = clients(flows, probe, plan, story);
            PortCounts after = counts(cluster, facts, plan, story);
            for (Flow flow : flows) {
                Optional.ofNullable(said.get(flow))
                        .ifPresent(t -> story.flow(flow.path(), load, heavy, t));
            }
            probe.flatMap(p -> Optional.ofNullable(said.get(p)).map(t -> Map.entry(p, t)))
                    .ifPresent(
                            e ->
                                    story.latency(
                                            e.getValue(),
                                            e.getKey().benchmark(),
                                            e.getKey().setting(),
                                            e.getKey().path(),
                                            plan.pattern().word()));
            story.counted(before, after, rdma);
            return story.result(since(begun));
        } catch (Unreachable e) {
            return story.failed(String.valueOf(e.getMessage()), true, since(begun));
        } finally {
            Served.stopAll(servers, Duration.ofSeconds(10));
        }
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private Machine machine(String host) {
        return Optional.ofNullable(machines.get(host)).orElseThrow();
    }

    /// Round trips of small messages on the way of the first flow; of TCP, which takes the queue of
    /// its own class where RDMA has another.
    private Optional<Flow> probe(
            List<Benchmark> tools, SaturatePlan plan, Path path, SaturateStory story)
            throws Unreachable {
        Benchmark sockperf =
                tools.stream().filter(b -> b.name().equals("sockperf")).findFirst().orElseThrow();
        Machine to = machine(path.pair().to());
        Optional<String> lacking = to.lacks(sockperf);
        lacking = lacking.isPresent() ? lacking : machine(path.pair().from()).lacks(sockperf);
        if (lacking.isPresent()) {
            story.note("Latency was not measured: " + lacking.get());
            return Optional.empty();
        }
        Case idle = sockperf.cases(plan.settings()).getFirst();
        Served.Start start =
                Served.start(
                        to.session(),
                        "sockperf",
                        sockperf.server(path.ends()).orElseThrow(),
                        sockperf.usualPort(),
                        limit(plan).multipliedBy(3));
        if (start.server().isEmpty()) {
            story.note("Latency was not measured: " + to.name() + ": " + start.why());
            return Optional.empty();
        }
        servers.add(start.server().get());
        return Optional.of(new Flow(path, sockperf, idle, start.server().get()));
    }

    private Transcript client(Flow flow, SaturatePlan plan) throws Unreachable {
        return HostFlows.run(
                        machine(flow.path().pair().from()), List.of(flow.command()), limit(plan))
                .getFirst();
    }

    private static Duration limit(SaturatePlan plan) {
        return plan.settings().time().plus(GRACE);
    }

    /// A server for each flow: receivers at the same time, the servers of one after another.
    private List<Flow> serve(
            Benchmark load, Case heavy, List<Path> paths, SaturatePlan plan, SaturateStory story)
            throws Unreachable {
        Map<String, List<Path>> byReceiver = new LinkedHashMap<>();
        paths.forEach(
                p -> byReceiver.computeIfAbsent(p.pair().to(), h -> new ArrayList<>()).add(p));
        Duration life = limit(plan).plusSeconds(5L * paths.size()).plus(GRACE);
        List<List<Flow>> all =
                together(
                        byReceiver.entrySet().stream()
                                .map(
                                        e ->
                                                (Asking<List<Flow>>)
                                                        () ->
                                                                serveOne(
                                                                        load,
                                                                        heavy,
                                                                        machine(e.getKey()),
                                                                        e.getValue(),
                                                                        life,
                                                                        story))
                                .toList());
        return all.stream().flatMap(List::stream).toList();
    }

    private List<Flow> serveOne(
            Benchmark load,
            Case heavy,
            Machine to,
            List<Path> paths,
            Duration life,
            SaturateStory story)
            throws Unreachable {
        List<Flow> flows = new ArrayList<>();
        int port = load.usualPort();
        for (Path path : paths) {
            Optional<String> own =
                    load.oneRunAServer()
                            ? load.server(heavy, path.ends())
                            : load.server(path.ends());
            Served.Start start =
                    Served.start(
                            to.session(),
                            load.name(),
                            own.orElseThrow(),
                            port,
                            load.oneRunAServer() ? load.serverSays(heavy) : Optional.empty(),
                            life);
            if (start.server().isEmpty()) {
                story.failure(path.pair(), to.name() + ": " + start.why());
            } else {
                servers.add(start.server().get());
                flows.add(new Flow(path, load, heavy, start.server().get()));
                port = start.server().get().port() + 1;
            }
        }
        return flows;
    }

    /// All clients of all hosts at once, the latency test among them.
    private Map<Flow, Transcript> clients(
            List<Flow> flows, Optional<Flow> probe, SaturatePlan plan, SaturateStory story)
            throws Unreachable {
        Map<String, List<Flow>> bySender = new LinkedHashMap<>();
        for (Flow flow : flows) {
            bySender.computeIfAbsent(flow.path().pair().from(), h -> new ArrayList<>()).add(flow);
        }
        probe.ifPresent(
                p ->
                        bySender.computeIfAbsent(p.path().pair().from(), h -> new ArrayList<>())
                                .add(p));
        List<Map<Flow, Transcript>> all =
                together(
                        bySender.entrySet().stream()
                                .map(
                                        e ->
                                                (Asking<Map<Flow, Transcript>>)
                                                        () -> one(e.getKey(), e.getValue(), plan))
                                .toList());
        Map<Flow, Transcript> said = new LinkedHashMap<>();
        all.forEach(said::putAll);
        return said;
    }

    private Map<Flow, Transcript> one(String host, List<Flow> flows, SaturatePlan plan)
            throws Unreachable {
        List<Transcript> said =
                HostFlows.run(
                        machine(host), flows.stream().map(Flow::command).toList(), limit(plan));
        Map<Flow, Transcript> by = new LinkedHashMap<>();
        for (int i = 0; i < flows.size(); i++) {
            by.put(flows.get(i), said.get(i));
        }
        return by;
    }

    private PortCounts counts(Cluster cluster, Facts facts, SaturatePlan plan, SaturateStory story)
            throws Unreachable {
        PortCounts counts = new PortCounts();
        together(
                        plan.hosts().stream()
                                .map(
                                        h ->
                                                (Asking<PortCounts>)
                                                        () -> ofHost(cluster, facts, plan, h))
                                .toList())
                .forEach(c -> counts.values().putAll(c.values()));
        Facts shown = switches.get();
        counts.addSwitches(shown);
        story.switchesRead(shown);
        return counts;
    }

    private PortCounts ofHost(Cluster cluster, Facts facts, SaturatePlan plan, String name)
            throws Unreachable {
        Host host = cluster.host(name).orElseThrow();
        Port port = Port.of(facts, host, host.rail(plan.rail()).orElseThrow());
        String nic = port.wanted().interfaceName();
        Machine machine = machine(name);
        Facts.Builder read = Facts.builder();
        Parsers.installed()
                .read(machine.run("ethtool -S " + nic, "ethtool -S " + nic + "\n", GRACE), read);
        Optional<String> device = port.rdma().end().map(RdmaEnd::device);
        if (device.isPresent()) {
            Parsers.installed()
                    .read(machine.run("rdma statistic show", "rdma statistic show\n", GRACE), read);
        }
        PortCounts counts = new PortCounts();
        counts.add(read.build(), name, nic, device);
        Transcript kernel =
                machine.run(
                        "counters of the kernel",
                        """
                        cd /sys/class/net/%1$s/statistics 2>/dev/null && for f in *; do
                            echo "$f $(cat $f)"
                        done
                        tc -s qdisc show dev %1$s 2>/dev/null | awk '
                            { for (i = 1; i < NF; i++) {
                                if ($i == "(dropped") { d += $(i + 1); seen = 1 }
                                if ($i == "ecn_mark") { e += $(i + 1); marks = 1 } } }
                            END { if (seen) print "qdisc_dropped", d + 0
                                if (marks) print "qdisc_ecn_mark", e + 0 }'
                        awk '/^IpExt:/ { if (n++) { for (i = 2; i <= NF; i++) if (h[i] == "InCEPkts")
                            print h[i], $i } else for (i = 2; i <= NF; i++) h[i] = $i }' /proc/net/netstat
                        """
                                .formatted(nic),
                        GRACE);
        Map<String, Long> named = new TreeMap<>();
        for (String line : kernel.stdout().lines().toList()) {
            if (line.matches("[A-Za-z_]{1,40} \\d{1,18}")) {
                int blank = line.indexOf(' ');
                named.put(line.substring(0, blank), Long.parseLong(line.substring(blank + 1)));
            }
        }
        counts.add(name, nic, named);
        return counts;
    }

    private interface Asking<T> {
        T ask() throws Unreachable;
    }

    private static <T> List<T> together(List<Asking<T>> all) throws Unreachable {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = new ArrayList<>();
            for (Asking<T> one : all) {
                running.add(threads.submit(one::ask));
            }
            List<T> done = new ArrayList<>();
            for (Future<T> f : running) {
                done.add(f.get());
            }
            return done;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Unreachable("interrupted", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Unreachable u) {
                throw u;
            }
            throw new IllegalStateException("a flow failed in this program", e);
        }
    }

    @Override
    public void close() {
        Served.stopAll(servers, Duration.ofSeconds(10));
        machines.values().forEach(Machine::close);
    }

    /// A value under conditions.
    static Measurement value(
            String metric,
            double value,
            String unit,
            Statistic statistic,
            Conditions conditions,
            io.railhead.model.Source source) {
        return new Measurement(
                metric, value, unit, statistic, conditions, source, Optional.empty());
    }
}
