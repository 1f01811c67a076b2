package io.railhead.bench.run;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Failure;
import io.railhead.bench.Pair;
import io.railhead.bench.judge.Cause;
import io.railhead.bench.judge.Expectations;
import io.railhead.bench.judge.Notes;
import io.railhead.bench.path.Path;
import io.railhead.bench.schedule.Round;
import io.railhead.model.Facts;
import io.railhead.model.Measurement;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/// Runs the benchmarks of a plan over sessions: the pairs of a round at the same time, one round
/// after the other.
///
/// For each pair and benchmark: the server is started on the receiving host and waited for, the
/// client runs each case as often as wanted, and the server is ended whatever happened. Nothing
/// that goes wrong stops the run: it costs the case, or the pairs of the host, and is named.
/// [#stop] may be called from another thread: it ends what runs.
public final class Bench implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(8);

    private final Transport transport;
    private final Duration connectLimit;
    private final Map<String, Machine> machines = new ConcurrentHashMap<>();
    private final Afoot afoot = new Afoot();
    private final Aftermath aftermath = new Aftermath();

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
                .flatMap(r -> r.pairs().stream())
                .forEach(p -> paths.computeIfAbsent(p, q -> path(cluster, facts, plan, q)));
        List<PairWork> done = new ArrayList<>();
        List<Failure> nowhere = new ArrayList<>();
        boolean complete = true;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Round round : plan.rounds()) {
                if (afoot.stopped()) {
                    complete = false;
                    break;
                }
                List<PairWork> works = new ArrayList<>();
                for (Pair pair : round.pairs()) {
                    Optional<PairWork> work =
                            work(paths.getOrDefault(pair, Optional.empty()), plan, round);
                    if (work.isPresent()) {
                        works.add(work.get());
                    } else {
                        watcher.started(pair);
                        Failure none =
                                new Failure(pair, "path", "no such pair of rail ports", false);
                        nowhere.add(none);
                        watcher.failed(none);
                        watcher.finished(pair, List.of());
                    }
                }
                done.addAll(works);
                if (!run(threads, round, works, plan, watcher)) {
                    stop();
                    complete = false;
                    threads.shutdownNow();
                    break;
                }
            }
        }
        Drives drives = new Drives(facts, plan.settings().disk().directory());
        return result(
                done, nowhere, paths, plan, drives, since(begun), complete && !afoot.stopped());
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }

    private Optional<PairWork> work(Optional<Path> path, BenchPlan plan, Round round) {
        if (path.isEmpty()) {
            return Optional.empty();
        }
        Pair pair = path.get().pair();
        Machine from = machines.get(pair.from());
        Machine to = machines.get(pair.isAlone() ? pair.from() : pair.to());
        if (from == null || to == null) {
            return Optional.empty();
        }
        boolean apart = round.together() == Round.Together.NO;
        return Optional.of(
                new PairWork(
                        path.get(),
                        from,
                        to,
                        apart ? plan.settings() : plan.settings().together(),
                        apart ? Map.of() : Sums.conditions(round),
                        afoot,
                        aftermath));
    }

    /// Runs a round. False when this thread was interrupted.
    private static boolean run(
            ExecutorService threads,
            Round round,
            List<PairWork> works,
            BenchPlan plan,
            Watcher watcher) {
        if (round.together() == Round.Together.NO) {
            return all(
                    threads,
                    works,
                    work -> {
                        watcher.started(work.pair());
                        for (Benchmark benchmark : plan.of(work.pair())) {
                            if (!work.run(benchmark, Gate.open())) {
                                break;
                            }
                        }
                        told(work, watcher);
                    });
        }
        works.forEach(w -> watcher.started(w.pair()));
        for (Benchmark benchmark : plan.together()) {
            // One that is gone fails again at once, and its failures say so.
            Gate gate = Gate.of(works.size());
            if (!all(threads, works, work -> work.run(benchmark, gate))) {
                return false;
            }
        }
        works.forEach(w -> told(w, watcher));
        return true;
    }

    private static void told(PairWork work, Watcher watcher) {
        work.failures().forEach(watcher::failed);
        watcher.finished(work.pair(), List.copyOf(work.measurements()));
    }

    private static boolean all(
            ExecutorService threads, List<PairWork> works, Consumer<PairWork> each) {
        List<Future<?>> running = new ArrayList<>();
        works.forEach(w -> running.add(threads.submit(() -> each.accept(w))));
        boolean whole = true;
        for (Future<?> future : running) {
            try {
                future.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                whole = false;
            } catch (java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException("a pair failed in this program", e);
            }
        }
        return whole;
    }

    private static Optional<Path> path(Cluster cluster, Facts facts, BenchPlan plan, Pair pair) {
        Optional<Path> found = Path.of(cluster, facts, pair);
        OptionalInt asked = plan.settings().rdma().gidIndex();
        return asked.isPresent() ? found.map(p -> p.withGidIndex(asked.getAsInt())) : found;
    }

    private BenchResult result(
            List<PairWork> done,
            List<Failure> nowhere,
            Map<Pair, Optional<Path>> paths,
            BenchPlan plan,
            Drives drives,
            Duration took,
            boolean complete) {
        List<Measurement> measured =
                done.stream().flatMap(r -> r.measurements().stream()).map(drives::placed).toList();
        Expectations.Judgement judged =
                Expectations.judge(measured, p -> paths.getOrDefault(p, Optional.empty()));
        List<String> notes = new ArrayList<>(plan.notes());
        done.forEach(r -> notes.addAll(r.notes()));
        notes.addAll(Notes.ofPaths(paths.values().stream().flatMap(Optional::stream).toList()));
        List<String> tested =
                measured.stream()
                        .filter(m -> m.metric().startsWith("disk."))
                        .map(m -> m.conditions().get("from"))
                        .distinct()
                        .toList();
        notes.addAll(drives.inventory(tested));
        notes.addAll(Notes.ofDirections(judged.measurements()));
        notes.addAll(Notes.ofFew(judged.measurements()));
        Sums sums = Sums.of(judged.measurements(), plan, paths);
        notes.addAll(sums.notes());
        List<Measurement> all = new ArrayList<>(judged.measurements());
        all.addAll(sums.measurements());
        List<Failure> failures = new ArrayList<>(nowhere);
        done.forEach(r -> failures.addAll(r.failures()));
        return new BenchResult(
                all,
                failures,
                notes.stream().distinct().toList(),
                judged.oddOnes(),
                seenFirst(judged),
                done.stream().flatMap(r -> r.logs().stream()).toList(),
                aftermath.troubles().values().stream().flatMap(List::stream).distinct().toList(),
                aftermath.seen(),
                took,
                complete);
    }

    /// The causes of what was missed, before all others what the ports showed after it.
    private Map<Integer, List<Cause>> seenFirst(Expectations.Judgement judged) {
        Map<Integer, List<Cause>> causes = new HashMap<>(judged.causes());
        causes.replaceAll(
                (index, of) -> {
                    Pair pair = Expectations.pair(judged.measurements().get(index));
                    List<Cause> all = new ArrayList<>();
                    aftermath
                            .known(pair)
                            .forEach(t -> all.add(new Cause(t.code(), t.toString(), true)));
                    all.addAll(of);
                    return List.copyOf(all);
                });
        return causes;
    }

    /// Ends what still runs on hosts; [#run] then gives what has been measured. May be called from
    /// another thread, which it keeps for some seconds.
    public void stop() {
        afoot.stop(PATIENCE);
    }

    /// Ends what still runs on hosts and closes the sessions.
    @Override
    public void close() {
        stop();
        machines.values().forEach(Machine::close);
    }
}
