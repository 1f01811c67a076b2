package io.railhead.bench.run;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Case;
import io.railhead.bench.Ends;
import io.railhead.bench.Failure;
import io.railhead.bench.Log;
import io.railhead.bench.Outcome;
import io.railhead.bench.Pair;
import io.railhead.bench.Settings;
import io.railhead.bench.judge.Doubts;
import io.railhead.bench.path.Path;
import io.railhead.bench.path.PortTrouble;
import io.railhead.bench.twins.Repeats;
import io.railhead.evidence.Parsers;
import io.railhead.model.Conditions;
import io.railhead.model.Measurement;
import io.railhead.model.Transcript;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One pair's part of a run: of each benchmark the server, the clients of each case, and the end of
/// the server whatever happened. What it gave is added to as it goes.
final class PairWork {
    /// Over what the client should take, before it is killed.
    private static final Duration GRACE = Duration.ofSeconds(15);

    /// Of what would only show again that a port is dead.
    private static final String NOT_TRIED = "not tried: ";

    /// How NCCL marks a line that is no information.
    private static final String WARNING = " NCCL WARN ";

    private final Path path;
    private final Machine from;
    private final Machine to;
    private final Settings settings;
    private final Map<String, String> beside;
    private final Afoot afoot;
    private final Aftermath aftermath;
    private final List<Measurement> measurements = new ArrayList<>();
    private final List<Failure> failures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Log> logs = new ArrayList<>();

    /// @param beside conditions that say what ran at the same time; empty when nothing did
    /// @param afoot all that runs, so that it can be ended from outside
    /// @param aftermath asked when a test fails
    PairWork(
            Path path,
            Machine from,
            Machine to,
            Settings settings,
            Map<String, String> beside,
            Afoot afoot,
            Aftermath aftermath) {
        this.path = path;
        this.from = from;
        this.to = to;
        this.settings = settings;
        this.beside = beside;
        this.afoot = afoot;
        this.aftermath = aftermath;
    }

    Pair pair() {
        return path.pair();
    }

    List<Measurement> measurements() {
        return measurements;
    }

    List<Failure> failures() {
        return failures;
    }

    List<String> notes() {
        return notes;
    }

    /// The first log, and later ones that warn of something or come from a case that failed: the
    /// others say the same again.
    List<Log> logs() {
        return logs;
    }

    /// Runs one benchmark. False when one of the hosts is gone, so that the rest of the pair need
    /// not be tried.
    ///
    /// @param gate where its clients wait for those of other pairs; it has left it at the end
    boolean run(Benchmark benchmark, Gate gate) {
        List<Case> cases = benchmark.cases(settings);
        if (cases.isEmpty() || afoot.stopped()) {
            gate.leave();
            return !afoot.stopped();
        }
        Pair pair = path.pair();
        List<PortTrouble> known = aftermath.known(pair);
        if (!known.isEmpty()) {
            gate.leave();
            failures.add(new Failure(pair, benchmark.name(), NOT_TRIED + words(known), false));
            return true;
        }
        int before = failures.size();
        Machine asked = to;
        Optional<Served> server = Optional.empty();
        try {
            Optional<String> lacking = to.lacks(benchmark);
            asked = from;
            lacking = lacking.isPresent() ? lacking : from.lacks(benchmark);
            if (lacking.isPresent()) {
                failures.add(new Failure(pair, benchmark.name(), lacking.get(), false));
                return true;
            }
            lacking = benchmark.unfit(path.ends());
            lacking = lacking.isPresent() ? lacking : from.refuses(benchmark, settings);
            if (lacking.isPresent()) {
                failures.add(new Failure(pair, benchmark.name(), lacking.get(), false));
                return true;
            }
            if (benchmark.oneRunAServer()) {
                all(benchmark, cases, Optional.empty(), gate);
                return true;
            }
            asked = to;
            Optional<String> command = benchmark.server(path.ends());
            String port = "";
            if (command.isPresent()) {
                Duration limit = limit(cases, settings.repeat()).plus(GRACE);
                Served.Start start = serve(to, benchmark, command.get(), Optional.empty(), limit);
                if (start.server().isEmpty()) {
                    failures.add(
                            new Failure(
                                    pair,
                                    benchmark.name(),
                                    explained(to.name() + ": " + start.why()),
                                    false));
                    return true;
                }
                server = start.server();
                afoot.servers().add(server.get());
                port = Integer.toString(server.get().port());
            }
            asked = from;
            Ends ends = path.ends().listeningOn(port);
            all(benchmark, cases, Optional.of(ends), gate);
            return true;
        } catch (Unreachable e) {
            if (afoot.stopped()) {
                return false;
            }
            failures.add(
                    new Failure(
                            pair,
                            benchmark.name(),
                            named(
                                    asked.name(),
                                    List.of(from.name(), to.name()),
                                    String.valueOf(e.getMessage())),
                            true));
            return false;
        } finally {
            gate.leave();
            fold(benchmark, before, cases.size());
            if (server.isPresent()) {
                String _ = stop(server.get(), to);
            }
        }
    }

    /// @param served the ends with the server of all cases; empty when each run has its own
    private void all(Benchmark benchmark, List<Case> cases, Optional<Ends> served, Gate gate)
            throws Unreachable {
        for (Case setting : cases) {
            List<PortTrouble> known = aftermath.known(path.pair());
            if (!known.isEmpty()) {
                failures.add(
                        new Failure(path.pair(), setting.label(), NOT_TRIED + words(known), false));
                continue;
            }
            // Out of step with the others it would be measured beside something else.
            if (!aCase(benchmark, setting, served, gate) && !gate.isOpen()) {
                break;
            }
        }
        from.worked();
        to.worked();
    }

    /// Failures of one benchmark that have one cause are told once.
    private void fold(Benchmark benchmark, int before, int cases) {
        List<Failure> own = failures.subList(before, failures.size());
        List<Failure> folded = SameCause.folded(List.copyOf(own), benchmark.name(), cases);
        own.clear();
        failures.addAll(folded);
    }

    /// Messages of sessions often name the host already, which may be the other one: the server of
    /// each run is started within the run.
    static String named(String asked, List<String> ends, String message) {
        String host =
                ends.stream()
                        .filter(e -> message.startsWith(e + " (") || message.startsWith(e + ": "))
                        .findFirst()
                        .orElse(asked);
        return message.startsWith(host + ": ") ? message : host + ": " + message;
    }

    private Served.Start serve(
            Machine to, Benchmark benchmark, String command, Optional<String> says, Duration limit)
            throws Unreachable {
        to.starting().lock();
        try {
            return Served.start(
                    to.session(), benchmark.name(), command, benchmark.usualPort(), says, limit);
        } catch (Unreachable e) {
            to.lost(e);
            throw e;
        } finally {
            to.starting().unlock();
        }
    }

    /// The server ends by itself at its limit when its host cannot be reached any more.
    private String stop(Served server, Machine on) {
        if (afoot.servers().remove(server)) {
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
            sum = sum.plus(c.limit().plus(GRACE));
        }
        return sum.multipliedBy(repeat);
    }

    /// True when it gave values.
    private boolean aCase(Benchmark benchmark, Case setting, Optional<Ends> served, Gate gate)
            throws Unreachable {
        Pair pair = path.pair();
        List<List<Measurement>> runs = new ArrayList<>();
        int retries = settings.rdma().retries();
        for (int i = 0; i < settings.repeat() && !afoot.stopped(); i++) {
            Attempt attempt =
                    served.isPresent()
                            ? client(benchmark, setting, served.get(), gate)
                            : alone(benchmark, setting, gate);
            Outcome outcome = attempt.outcome();
            if (afoot.stopped()) {
                // Its server was ended under it: what it says about that is no result.
                break;
            }
            outcome.notes().forEach(n -> notes.add(pair + ", " + setting.label() + ": " + n));
            if (outcome.failure().isPresent()) {
                String why = explained(outcome.failure().get());
                // A failure with a cause in sight would only be repeated.
                if (benchmark.oneRunAServer()
                        && aftermath.known(pair).isEmpty()
                        && !why.contains(Doubts.LIKELY)
                        && retries-- > 0) {
                    notes.add(pair + ", " + setting.label() + ": run again: " + why);
                    i--;
                    continue;
                }
                failures.add(new Failure(pair, setting.label(), why, false));
                // A path that refuses once is not asked again and again.
                break;
            }
            if (outcome.measurements().stream().anyMatch(PairWork::tellsOfLoss)) {
                List<PortTrouble> _ = aftermath.ask(path, from, to);
            }
            runs.add(
                    outcome.measurements().stream()
                            .map(m -> placed(m, setting, attempt.recorded()))
                            .toList());
        }
        if (!runs.isEmpty()) {
            Repeats repeats = Repeats.of(runs);
            repeats.measurements().stream().filter(m -> !said(m)).forEach(measurements::add);
            repeats.noise().forEach(n -> notes.add(pair + ", " + n));
        }
        return runs.size() == settings.repeat();
    }

    /// The reason of a failure, with what the ports look like now.
    private String explained(String why) {
        List<PortTrouble> troubles = aftermath.ask(path, from, to);
        return troubles.isEmpty() ? why : why + "; " + words(troubles);
    }

    private static String words(List<PortTrouble> troubles) {
        return troubles.stream().map(PortTrouble::toString).collect(Collectors.joining(", "));
    }

    private static boolean tellsOfLoss(Measurement m) {
        return m.metric().equals("ping.loss") && m.value() > 0;
    }

    /// Every case of RDMA states the path MTU; once is enough.
    private boolean said(Measurement m) {
        return m.metric().equals("rdma.path-mtu")
                && measurements.stream()
                        .anyMatch(o -> o.metric().equals(m.metric()) && o.value() == m.value());
    }

    /// @param recorded whether a stand-in answered from a recorded sample
    private record Attempt(Outcome outcome, boolean recorded) {}

    private Attempt client(Benchmark benchmark, Case setting, Ends ends, Gate gate)
            throws Unreachable {
        gate.pass();
        String command = benchmark.client(setting, ends);
        Duration limit = setting.limit().plus(GRACE);
        String script =
                """
                exec timeout -k %d %d %s
                """
                        .formatted(Afoot.KILL_AFTER, limit.toSeconds(), command);
        Transcript t = afoot.client(from, command, script, limit);
        Outcome outcome = benchmark.read(setting, t);
        if (benchmark.logs(setting)
                && (logs.isEmpty()
                        || outcome.failure().isPresent()
                        || t.stdout().contains(WARNING)
                        || t.stderr().contains(WARNING))) {
            logs.add(new Log(path.pair(), setting.label(), t));
        }
        return new Attempt(
                outcome, t.stderr().lines().anyMatch(l -> l.startsWith(Parsers.LAB_NOTE)));
    }

    /// One run with a server of its own. What the server said stands with a failure: of two ends
    /// that do not find each other often only one knows why.
    private Attempt alone(Benchmark benchmark, Case setting, Gate gate) throws Unreachable {
        String command = benchmark.server(setting, path.ends()).orElse("");
        Duration limit = setting.limit().plus(GRACE).plus(GRACE);
        Served.Start start = serve(to, benchmark, command, benchmark.serverSays(setting), limit);
        if (start.server().isEmpty()) {
            return new Attempt(
                    Outcome.failed(to.name() + ": " + start.why() + Doubts.of(setting, path)),
                    false);
        }
        Served server = start.server().get();
        afoot.servers().add(server);
        String log = "";
        Attempt attempt;
        try {
            String port = Integer.toString(server.port());
            attempt = client(benchmark, setting, path.ends().listeningOn(port), gate);
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
    private Measurement placed(Measurement m, Case setting, boolean recorded) {
        Map<String, String> all = new LinkedHashMap<>(path.conditions().values());
        all.putAll(setting.conditions().values());
        all.putAll(m.conditions().values());
        all.putAll(beside);
        if (recorded) {
            all.put("recorded", "value");
        }
        return new Measurement(
                m.metric(),
                m.value(),
                m.unit(),
                m.statistic(),
                new Conditions(new TreeMap<>(all)),
                m.source(),
                m.expectation());
    }
}
