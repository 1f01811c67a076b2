package io.railhead.bench.saturate;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Pair;
import io.railhead.bench.path.Path;
import io.railhead.bench.run.Afoot;
import io.railhead.bench.run.Machine;
import io.railhead.bench.run.Served;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.model.counters.PortCounts;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// One pattern on one rail, from looking for the programs to the counters after it.
///
/// A host that cannot be reached is left out from then on, with the flows it is an end of; the rest
/// goes on and is told.
final class SaturateRun {
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Cluster cluster;
    private final Facts facts;
    private final SaturatePlan plan;
    private final Map<String, Machine> machines;
    private final Afoot afoot;
    private final Fabric fabric;
    private final List<Path> paths;
    private final SaturateLoad load;
    private final SaturateProbe probe;
    private final SaturateStory story;

    /// Why nothing more is asked of a host.
    private final Map<String, String> lost = new TreeMap<>();

    SaturateRun(
            Cluster cluster,
            Facts facts,
            SaturatePlan plan,
            Map<String, Machine> machines,
            Afoot afoot,
            Fabric fabric) {
        this.cluster = cluster;
        this.facts = facts;
        this.plan = plan;
        this.machines = machines;
        this.afoot = afoot;
        this.fabric = fabric;
        this.paths =
                plan.flows().stream().flatMap(f -> Path.of(cluster, facts, f).stream()).toList();
        // A host that did not answer says nothing of its RDMA, and costs its own flows.
        boolean rdma =
                !plan.tcp()
                        && paths.stream()
                                .filter(p -> answered(p.pair().from()) && answered(p.pair().to()))
                                .map(Path::ends)
                                .allMatch(e -> e.rdmaLacking().isEmpty());
        this.load = SaturateLoad.of(plan.settings(), rdma);
        this.probe = SaturateProbe.of(plan.settings(), rdma);
        this.story = new SaturateStory(cluster, facts, plan, load, fabric.qos());
    }

    private boolean answered(String host) {
        return !facts.unreachable().containsKey(host);
    }

    SaturateStory told() {
        plan.hosts().stream()
                .filter(h -> !answered(h))
                .forEach(h -> lost(h, facts.unreachable().getOrDefault(h, "it did not answer")));
        each(present(), h -> machine(h).lacks(load.benchmark()))
                .forEach((host, lacking) -> lacking.ifPresent(l -> story.unfit(host, l)));
        if (open().isEmpty()) {
            return finished();
        }
        Optional<Path> measured = probed();
        List<Measurement> idle =
                measured.flatMap(this::idle)
                        .map(t -> story.latency(t, probe, probe.idle(), measured.get(), "idle"))
                        .orElse(List.of());
        if (afoot.stopped()) {
            return story;
        }
        SaturateAttempt attempt = attempt(measured, idle);
        int retries = load.rdma() ? plan.settings().rdma().retries() : 0;
        for (Optional<String> why = attempt.refusal(load, lost.keySet());
                retries-- > 0 && why.isPresent() && !open().isEmpty() && !afoot.stopped();
                why = attempt.refusal(load, lost.keySet())) {
            story.note("Run again: " + why.get());
            attempt = attempt(measured, idle);
        }
        if (afoot.stopped()) {
            return story;
        }
        tell(attempt, measured, idle);
        return finished();
    }

    private SaturateStory finished() {
        lost.forEach(story::lost);
        return story;
    }

    private void tell(SaturateAttempt attempt, Optional<Path> measured, List<Measurement> idle) {
        attempt.failed().forEach(story::failure);
        for (SaturateFlow flow : attempt.flows()) {
            Transcript said = attempt.said().get(flow);
            if (said != null) {
                story.flow(flow.path(), said);
            }
        }
        attempt.said().entrySet().stream()
                .filter(e -> !attempt.flows().contains(e.getKey()))
                .findFirst()
                .ifPresent(
                        e -> {
                            List<Measurement> _ =
                                    story.latency(
                                            e.getValue(),
                                            probe,
                                            probe.loaded(idle),
                                            measured.orElseThrow(),
                                            plan.pattern().word());
                            story.beside(e.getValue(), attempt.neighbours(e.getKey()));
                        });
        story.counted(attempt.before(), attempt.after(), present());
    }

    private List<String> present() {
        return plan.hosts().stream()
                .filter(h -> !lost.containsKey(h) && !story.isUnfit(h))
                .toList();
    }

    /// Flows with both their hosts there.
    private List<Path> open() {
        List<String> there = present();
        return paths.stream()
                .filter(p -> there.contains(p.pair().from()) && there.contains(p.pair().to()))
                .toList();
    }

    private Machine machine(String host) {
        return Optional.ofNullable(machines.get(host)).orElseThrow();
    }

    private void lost(String host, String why) {
        synchronized (lost) {
            lost.putIfAbsent(host, why);
        }
    }

    private Duration limit() {
        return plan.settings().time().plus(GRACE);
    }

    /// The path of the first flow, where both its hosts have what the latency test takes.
    private Optional<Path> probed() {
        Path path = open().getFirst();
        List<String> ends = List.of(path.pair().to(), path.pair().from());
        Map<String, Optional<String>> lacks = each(ends, h -> machine(h).lacks(probe.benchmark()));
        Optional<String> lacking = lacks.values().stream().flatMap(Optional::stream).findFirst();
        lacking.ifPresent(l -> story.note("Latency was not measured: " + l));
        return lacking.isEmpty() && lacks.size() == ends.size()
                ? Optional.of(path)
                : Optional.empty();
    }

    private Optional<Transcript> idle(Path path) {
        return serve(path, probe.benchmark(), probe.idle(), probe.benchmark().usualPort())
                .flatMap(
                        flow -> {
                            String from = path.pair().from();
                            return Optional.ofNullable(
                                            each(
                                                            List.of(from),
                                                            h ->
                                                                    run(
                                                                            h,
                                                                            List.of(flow),
                                                                            Optional.empty()))
                                                    .get(from))
                                    .map(said -> said.get(flow));
                        });
    }

    /// The latency test's own server.
    private Optional<SaturateFlow> serve(Path path, Benchmark tool, Case setting, int port) {
        String to = path.pair().to();
        Map<String, Served.Start> started =
                each(
                        List.of(to),
                        h -> start(h, path, tool, setting, port, limit().multipliedBy(2)));
        Served.Start start = started.get(to);
        if (start == null || start.server().isEmpty()) {
            story.note(
                    "Latency was not measured: "
                            + to
                            + ": "
                            + (start == null ? "lost" : start.why()));
            return Optional.empty();
        }
        return start.server().map(s -> new SaturateFlow(path, tool, setting, s));
    }

    private Served.Start start(
            String host, Path path, Benchmark tool, Case setting, int port, Duration life)
            throws Unreachable {
        Machine to = machine(host);
        try {
            Served.Start start =
                    Served.start(
                            to.session(),
                            tool.name(),
                            (tool.oneRunAServer()
                                            ? tool.server(setting, path.ends())
                                            : tool.server(path.ends()))
                                    .orElseThrow(),
                            port,
                            tool.oneRunAServer() ? tool.serverSays(setting) : Optional.empty(),
                            life);
            start.server().ifPresent(afoot.servers()::add);
            return start;
        } catch (Unreachable e) {
            to.lost(e);
            throw e;
        }
    }

    private SaturateAttempt attempt(Optional<Path> measured, List<Measurement> idle) {
        Map<Pair, String> failed = new LinkedHashMap<>();
        List<SaturateFlow> flows = serve(failed);
        Optional<SaturateFlow> test =
                measured.filter(p -> open().contains(p))
                        .flatMap(
                                p ->
                                        serve(
                                                p,
                                                probe.benchmark(),
                                                probe.loaded(idle),
                                                probe.benchmark().usualPort() + 1000));
        PortCounts before = counts();
        Map<SaturateFlow, Transcript> said = clients(flows, test);
        return new SaturateAttempt(flows, failed, said, before, counts());
    }

    /// A server for each flow: receivers at the same time, the servers of one after another.
    private List<SaturateFlow> serve(Map<Pair, String> failed) {
        List<Path> open = open();
        Map<String, List<Path>> byReceiver = new LinkedHashMap<>();
        open.forEach(p -> byReceiver.computeIfAbsent(p.pair().to(), h -> new ArrayList<>()).add(p));
        Duration life = limit().plusSeconds(5L * open.size()).plus(GRACE);
        List<SaturateFlow> flows = new ArrayList<>();
        each(byReceiver.keySet(), h -> servers(h, byReceiver.getOrDefault(h, List.of()), life))
                .forEach(
                        (host, starts) ->
                                starts.forEach(
                                        (path, start) ->
                                                start.server()
                                                        .ifPresentOrElse(
                                                                s -> flows.add(flow(path, s)),
                                                                () ->
                                                                        failed.put(
                                                                                path.pair(),
                                                                                host
                                                                                        + ": "
                                                                                        + start
                                                                                                .why()))));
        return flows;
    }

    private SaturateFlow flow(Path path, Served server) {
        return new SaturateFlow(path, load.benchmark(), load.setting(), server);
    }

    private Map<Path, Served.Start> servers(String host, List<Path> paths, Duration life)
            throws Unreachable {
        Map<Path, Served.Start> starts = new LinkedHashMap<>();
        int port = load.benchmark().usualPort();
        for (Path path : paths) {
            Served.Start start = start(host, path, load.benchmark(), load.setting(), port, life);
            starts.put(path, start);
            port = start.server().map(s -> s.port() + 1).orElse(port);
        }
        return starts;
    }

    /// All clients of all hosts at once, the latency test among them.
    private Map<SaturateFlow, Transcript> clients(
            List<SaturateFlow> flows, Optional<SaturateFlow> test) {
        Map<String, List<SaturateFlow>> bySender = new LinkedHashMap<>();
        List<String> there = present();
        for (SaturateFlow flow : flows) {
            if (there.contains(flow.path().pair().from())) {
                bySender.computeIfAbsent(flow.path().pair().from(), h -> new ArrayList<>())
                        .add(flow);
            }
        }
        test.ifPresent(
                t ->
                        bySender.computeIfAbsent(t.path().pair().from(), h -> new ArrayList<>())
                                .add(t));
        Map<SaturateFlow, Transcript> said = new LinkedHashMap<>();
        each(bySender.keySet(), h -> run(h, bySender.getOrDefault(h, List.of()), test))
                .values()
                .forEach(said::putAll);
        return said;
    }

    /// @param later the one of them that waits for the others to be under way
    private Map<SaturateFlow, Transcript> run(
            String host, List<SaturateFlow> flows, Optional<SaturateFlow> later)
            throws Unreachable {
        List<HostFlows.Client> clients =
                flows.stream()
                        .map(
                                f ->
                                        new HostFlows.Client(
                                                f.command(),
                                                later.filter(f::equals).isPresent()
                                                        ? probe.delay()
                                                        : 0))
                        .toList();
        List<Transcript> said = HostFlows.run(afoot, machine(host), clients, limit());
        Map<SaturateFlow, Transcript> by = new LinkedHashMap<>();
        for (int i = 0; i < flows.size(); i++) {
            by.put(flows.get(i), said.get(i));
        }
        return by;
    }

    private PortCounts counts() {
        PortCounts counts = new PortCounts();
        each(
                        present(),
                        h ->
                                SaturateCounters.of(
                                        facts,
                                        cluster.host(h).orElseThrow(),
                                        plan.rail(),
                                        machine(h)))
                .values()
                .forEach(c -> counts.values().putAll(c.values()));
        Facts shown = fabric.counted();
        counts.addSwitches(shown);
        story.switchesRead(shown);
        return counts;
    }

    private interface Asking<T> {
        T ask(String host) throws Unreachable;
    }

    /// Asks hosts at the same time. One that cannot be reached is lost and has no answer.
    private <T> Map<String, T> each(Collection<String> hosts, Asking<T> asking) {
        Map<String, Future<T>> running = new LinkedHashMap<>();
        Map<String, T> answers = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            hosts.stream()
                    .filter(h -> !lost.containsKey(h))
                    .forEach(h -> running.put(h, threads.submit(() -> asking.ask(h))));
            for (Map.Entry<String, Future<T>> entry : running.entrySet()) {
                try {
                    answers.put(entry.getKey(), entry.getValue().get());
                } catch (ExecutionException e) {
                    if (!(e.getCause() instanceof Unreachable u)) {
                        throw new IllegalStateException("a flow failed in this program", e);
                    }
                    lost(entry.getKey(), String.valueOf(u.getMessage()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            hosts.forEach(h -> lost(h, "interrupted"));
        }
        return answers;
    }
}
