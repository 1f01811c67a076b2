package io.railhead.bench;

import io.railhead.evidence.Parsers;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs the benchmarks of a plan over sessions: the pairs of a round at the same time, one round
/// after the other.
///
/// For each pair and benchmark: the server is started on the receiving host and waited for, the
/// client runs each case as often as wanted, and the server is ended whatever happened. Nothing
/// that goes wrong stops the run: it costs the case, or the pairs of the host, and is named.
/// [#close] may be called from another thread (a shutdown hook): it ends the servers that run.
public final class Bench implements AutoCloseable {
    /// Over what the client should take, before it is killed.
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final Transport transport;
    private final Duration connectLimit;
    private final Map<String, Machine> machines = new ConcurrentHashMap<>();
    private final Set<Served> servers = ConcurrentHashMap.newKeySet();
    private volatile boolean stopped;

    public Bench(Transport transport, Duration connectLimit) {
        this.transport = transport;
        this.connectLimit = connectLimit;
    }

    /// Runs the plan on the hosts of the cluster and judges what came out.
    ///
    /// @param facts what was collected from the hosts just before: the MTU, speed and driver that
    ///     the values are held against
    public BenchResult run(Cluster cluster, Facts facts, BenchPlan plan, Watcher watcher) {
        long begun = System.nanoTime();
        for (Host host : cluster.hosts()) {
            Machine machine =
                    new Machine(Target.of(host), transport, connectLimit, plan.benchmarks());
            // What could not be reached a moment ago is not waited for again.
            Optional.ofNullable(facts.unreachable().get(host.name())).ifPresent(machine::giveUp);
            machines.put(host.name(), machine);
        }
        Map<Pair, Optional<Path>> paths = new HashMap<>();
        plan.rounds().stream()
                .flatMap(List::stream)
                .forEach(p -> paths.computeIfAbsent(p, q -> path(cluster, facts, plan, q)));
        List<PairRun> done = new ArrayList<>();
        boolean complete = true;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (List<Pair> round : plan.rounds()) {
                if (stopped) {
                    complete = false;
                    break;
                }
                List<Future<PairRun>> running =
                        round.stream()
                                .map(
                                        p ->
                                                threads.submit(
                                                        () ->
                                                                pair(
                                                                        p,
                                                                        paths.getOrDefault(
                                                                                p,
                                                                                Optional.empty()),
                                                                        plan,
                                                                        watcher)))
                                .toList();
                for (Future<PairRun> future : running) {
                    try {
                        done.add(future.get());
                    } catch (InterruptedException e) {
                        stopped = true;
                        Thread.currentThread().interrupt();
                        complete = false;
                    } catch (java.util.concurrent.ExecutionException e) {
                        throw new IllegalStateException("a pair failed in this program", e);
                    }
                }
                if (Thread.currentThread().isInterrupted()) {
                    threads.shutdownNow();
                    break;
                }
            }
        }
        return result(done, paths, Duration.ofNanos(System.nanoTime() - begun), complete);
    }

    private static Optional<Path> path(Cluster cluster, Facts facts, BenchPlan plan, Pair pair) {
        Optional<Path> found = Path.of(cluster, facts, pair);
        OptionalInt asked = plan.settings().rdma().gidIndex();
        return asked.isPresent() ? found.map(p -> p.withGidIndex(asked.getAsInt())) : found;
    }

    private static BenchResult result(
            List<PairRun> done, Map<Pair, Optional<Path>> paths, Duration took, boolean complete) {
        List<Measurement> measured = done.stream().flatMap(r -> r.measurements().stream()).toList();
        Expectations.Judgement judged =
                Expectations.judge(measured, p -> paths.getOrDefault(p, Optional.empty()));
        List<String> notes = new ArrayList<>();
        done.forEach(r -> notes.addAll(r.notes()));
        notes.addAll(Notes.ofPaths(paths.values().stream().flatMap(Optional::stream).toList()));
        notes.addAll(Notes.ofDirections(judged.measurements()));
        return new BenchResult(
                judged.measurements(),
                done.stream().flatMap(r -> r.failures().stream()).toList(),
                notes.stream().distinct().toList(),
                judged.oddOnes(),
                judged.causes(),
                took,
                complete);
    }

    /// What one pair gave.
    private record PairRun(
            List<Measurement> measurements, List<Failure> failures, List<String> notes) {

        private PairRun() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }

    private PairRun pair(Pair pair, Optional<Path> path, BenchPlan plan, Watcher watcher) {
        PairRun run = new PairRun();
        if (stopped) {
            return run;
        }
        watcher.started(pair);
        Machine from = machines.get(pair.from());
        Machine to = machines.get(pair.isAlone() ? pair.from() : pair.to());
        if (path.isEmpty() || from == null || to == null) {
            run.failures().add(new Failure(pair, "path", "no such pair of rail ports", false));
        } else {
            for (Benchmark benchmark : plan.of(pair)) {
                if (!benchmark(benchmark, path.get(), from, to, plan.settings(), run)) {
                    break;
                }
            }
        }
        run.failures().forEach(watcher::failed);
        watcher.finished(pair, List.copyOf(run.measurements()));
        return run;
    }

    /// False when one of the hosts is gone, so that the rest of the pair need not be tried.
    private boolean benchmark(
            Benchmark benchmark,
            Path path,
            Machine from,
            Machine to,
            Settings settings,
            PairRun run) {
        List<Case> cases = benchmark.cases(settings);
        if (cases.isEmpty() || stopped) {
            return !stopped;
        }
        Pair pair = path.pair();
        Machine asked = to;
        Optional<Served> server = Optional.empty();
        try {
            Optional<String> lacking = to.lacks(benchmark);
            asked = from;
            lacking = lacking.isPresent() ? lacking : from.lacks(benchmark);
            if (lacking.isPresent()) {
                run.failures().add(new Failure(pair, benchmark.name(), lacking.get(), false));
                return true;
            }
            lacking = benchmark.unfit(path.ends());
            if (lacking.isPresent()) {
                run.failures().add(new Failure(pair, benchmark.name(), lacking.get(), false));
                return true;
            }
            if (benchmark.oneRunAServer()) {
                for (Case setting : cases) {
                    aCase(benchmark, setting, Optional.empty(), path, from, to, settings, run);
                }
                from.worked();
                to.worked();
                return true;
            }
            asked = to;
            Optional<String> command = benchmark.server(path.ends());
            String port = "";
            if (command.isPresent()) {
                Duration limit = limit(cases, settings.repeat()).plus(GRACE);
                Served.Start start = serve(to, benchmark, command.get(), Optional.empty(), limit);
                if (start.server().isEmpty()) {
                    run.failures()
                            .add(
                                    new Failure(
                                            pair,
                                            benchmark.name(),
                                            to.name() + ": " + start.why(),
                                            false));
                    return true;
                }
                server = start.server();
                servers.add(server.get());
                port = Integer.toString(server.get().port());
            }
            asked = from;
            Ends ends = path.ends().listeningOn(port);
            for (Case setting : cases) {
                aCase(benchmark, setting, Optional.of(ends), path, from, to, settings, run);
            }
            from.worked();
            to.worked();
            return true;
        } catch (Unreachable e) {
            run.failures()
                    .add(
                            new Failure(
                                    pair,
                                    benchmark.name(),
                                    named(asked.name(), String.valueOf(e.getMessage())),
                                    true));
            return false;
        } finally {
            if (server.isPresent()) {
                String _ = stop(server.get(), to);
            }
        }
    }

    /// Messages of sessions often name the host already.
    private static String named(String host, String message) {
        return message.startsWith(host + ": ") ? message : host + ": " + message;
    }

    private Served.Start serve(
            Machine to, Benchmark benchmark, String command, Optional<String> says, Duration limit)
            throws Unreachable {
        try {
            return Served.start(
                    to.session(), benchmark.name(), command, benchmark.usualPort(), says, limit);
        } catch (Unreachable e) {
            to.lost(e);
            throw e;
        }
    }

    /// The server ends by itself at its limit when its host cannot be reached any more.
    private String stop(Served server, Machine on) {
        if (servers.remove(server)) {
            try {
                return server.stop().stdout();
            } catch (Unreachable e) {
                on.lost(e);
            }
        }
        return "";
    }

    private static Duration limit(List<Case> cases, int repeat) {
        Duration sum = Duration.ZERO;
        for (Case c : cases) {
            sum = sum.plus(c.takes().plus(GRACE));
        }
        return sum.multipliedBy(repeat);
    }

    /// @param served the ends with the server of all cases; empty when each run has its own
    private void aCase(
            Benchmark benchmark,
            Case setting,
            Optional<Ends> served,
            Path path,
            Machine from,
            Machine to,
            Settings settings,
            PairRun run)
            throws Unreachable {
        Pair pair = path.pair();
        List<List<Measurement>> runs = new ArrayList<>();
        int retries = settings.rdma().retries();
        for (int i = 0; i < settings.repeat() && !stopped; i++) {
            Attempt attempt =
                    served.isPresent()
                            ? client(benchmark, setting, served.get(), from)
                            : alone(benchmark, setting, path, from, to);
            Outcome outcome = attempt.outcome();
            if (stopped) {
                // Its server was ended under it: what it says about that is no result.
                break;
            }
            outcome.notes().forEach(n -> run.notes().add(pair + ", " + setting.label() + ": " + n));
            if (outcome.failure().isPresent()) {
                String why = outcome.failure().get();
                // A failure with a cause in sight would only be repeated.
                if (benchmark.oneRunAServer() && !why.contains(Doubts.LIKELY) && retries-- > 0) {
                    run.notes().add(pair + ", " + setting.label() + ": run again: " + why);
                    i--;
                    continue;
                }
                run.failures().add(new Failure(pair, setting.label(), why, false));
                // A path that refuses once is not asked again and again.
                break;
            }
            runs.add(
                    outcome.measurements().stream()
                            .map(m -> placed(m, setting, path, attempt.recorded()))
                            .toList());
        }
        if (!runs.isEmpty()) {
            Repeats repeats = Repeats.of(runs);
            repeats.measurements().stream()
                    .filter(m -> !said(run, m))
                    .forEach(run.measurements()::add);
            repeats.noise().forEach(n -> run.notes().add(pair + ", " + n));
        }
    }

    /// Every case of RDMA states the path MTU; once is enough.
    private static boolean said(PairRun run, Measurement m) {
        return m.metric().equals("rdma.path-mtu")
                && run.measurements().stream()
                        .anyMatch(o -> o.metric().equals(m.metric()) && o.value() == m.value());
    }

    /// @param recorded whether a stand-in answered from a recorded sample
    private record Attempt(Outcome outcome, boolean recorded) {}

    private static Attempt client(Benchmark benchmark, Case setting, Ends ends, Machine from)
            throws Unreachable {
        String command = benchmark.client(setting, ends);
        Duration limit = setting.takes().plus(GRACE);
        String script =
                """
                PATH=$PATH:/usr/local/bin:/usr/sbin:/sbin
                exec timeout -k 1 %d %s
                """
                        .formatted(limit.toSeconds(), command);
        Transcript t = from.run(command, script, limit.plusSeconds(3));
        return new Attempt(
                benchmark.read(setting, t),
                t.stderr().lines().anyMatch(l -> l.startsWith(Parsers.LAB_NOTE)));
    }

    /// One run with a server of its own. What the server said stands with a failure: of two ends
    /// that do not find each other often only one knows why.
    private Attempt alone(Benchmark benchmark, Case setting, Path path, Machine from, Machine to)
            throws Unreachable {
        String command = benchmark.server(setting, path.ends()).orElse("");
        Duration limit = setting.takes().plus(GRACE).plus(GRACE);
        Served.Start start = serve(to, benchmark, command, benchmark.serverSays(setting), limit);
        if (start.server().isEmpty()) {
            return new Attempt(
                    Outcome.failed(to.name() + ": " + start.why() + Doubts.of(setting, path)),
                    false);
        }
        Served server = start.server().get();
        servers.add(server);
        String log = "";
        Attempt attempt;
        try {
            String port = Integer.toString(server.port());
            attempt = client(benchmark, setting, path.ends().listeningOn(port), from);
        } finally {
            log = stop(server, to);
        }
        Optional<String> failure = attempt.outcome().failure();
        return failure.isEmpty()
                ? attempt
                : new Attempt(
                        Outcome.failed(
                                failure.get()
                                        + Doubts.ofServer(to.name(), log)
                                        + Doubts.of(setting, path)),
                        attempt.recorded());
    }

    /// The measurement under all conditions it was taken in: of the path, of the case, and those
    /// the transcript states.
    private static Measurement placed(Measurement m, Case setting, Path path, boolean recorded) {
        Map<String, String> all = new LinkedHashMap<>(path.conditions().values());
        all.putAll(setting.conditions().values());
        all.putAll(m.conditions().values());
        if (recorded) {
            all.put("recorded", "value");
        }
        return new Measurement(
                m.metric(),
                m.value(),
                m.unit(),
                m.statistic(),
                new io.railhead.model.Conditions(new java.util.TreeMap<>(all)),
                m.source(),
                m.expectation());
    }

    /// Ends all servers that still run and closes the sessions.
    @Override
    public void close() {
        stopped = true;
        Served.stopAll(servers, Duration.ofSeconds(5));
        machines.values().forEach(Machine::close);
    }
}
