package io.railhead.bench.run;

import io.railhead.bench.Benchmark;
import io.railhead.bench.Ends;
import io.railhead.bench.Settings;
import io.railhead.bench.Tool;
import io.railhead.model.Transcript;
import io.railhead.reach.Session;
import io.railhead.reach.Target;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

/// One host during a run: its session, what it lacks, and whether it has been given up.
///
/// A lost connection is opened again once for the next pair; a host that fails twice in a row is
/// given up, so that a dead one costs a connection time-out or two and not one a pair.
public final class Machine implements AutoCloseable {
    private static final int STRIKES = 2;

    /// What the runner itself needs on a host that serves.
    private static final List<Tool> FOR_SERVERS =
            List.of(
                    new Tool("ss", "iproute2"),
                    new Tool("setsid", "util-linux"),
                    new Tool("timeout", "coreutils"));

    private final Target target;
    private final Opening opening;
    private final Set<Tool> wanted;
    private Optional<Session> session = Optional.empty();
    private Optional<Set<Tool>> missing = Optional.empty();
    private final Map<String, Optional<String>> obstacles = new HashMap<>();
    private final Lock starting = new ReentrantLock();
    private int strikes;
    private String reason = "";

    private interface Opening {
        Session open() throws Unreachable;
    }

    public Machine(
            Target target, Transport transport, Duration connectLimit, List<Benchmark> plan) {
        this(target, () -> transport.open(target, connectLimit), plan);
    }

    /// By a session that somebody else opened and closes.
    static Machine over(Session session, List<Benchmark> plan) {
        return new Machine(session.target(), () -> session, plan);
    }

    private Machine(Target target, Opening opening, List<Benchmark> plan) {
        this.target = target;
        this.opening = opening;
        this.wanted = plan.stream().flatMap(b -> b.tools().stream()).collect(Collectors.toSet());
        if (plan.stream().anyMatch(Machine::serves)) {
            wanted.addAll(FOR_SERVERS);
        }
    }

    private static boolean serves(Benchmark b) {
        return b.server(new Ends("", "", "", "", "")).isPresent();
    }

    String name() {
        return target.name();
    }

    /// The open session, opened if need be.
    public synchronized Session session() throws Unreachable {
        if (session.isPresent()) {
            return session.get();
        }
        if (strikes >= STRIKES) {
            throw new Unreachable("given up: " + reason);
        }
        try {
            Session opened = opening.open();
            session = Optional.of(opened);
            return opened;
        } catch (Unreachable e) {
            strike(e);
            throw e;
        }
    }

    /// Programs of the plan that the host does not have.
    synchronized Set<Tool> missing() throws Unreachable {
        if (missing.isEmpty()) {
            StringBuilder script = new StringBuilder();
            for (Tool tool : wanted) {
                script.append(
                        "command -v %1$s >/dev/null 2>&1 || echo 'missing %1$s'\n"
                                .formatted(tool.command()));
            }
            Transcript t = run("programs present", script.toString(), Duration.ofSeconds(10));
            if (t.exitCode() == -1) {
                throw new Unreachable("it did not answer within 10 s");
            }
            Set<String> lines = t.stdout().lines().collect(Collectors.toSet());
            missing =
                    Optional.of(
                            wanted.stream()
                                    .filter(w -> lines.contains("missing " + w.command()))
                                    .collect(Collectors.toSet()));
        }
        return missing.get();
    }

    /// Those a benchmark cannot do without, as a message; empty when all are there.
    public Optional<String> lacks(Benchmark benchmark) throws Unreachable {
        Set<String> commands = new TreeSet<>();
        Set<String> packages = new TreeSet<>();
        for (Tool tool : missing()) {
            if (benchmark.tools().contains(tool)
                    || (serves(benchmark) && FOR_SERVERS.contains(tool))) {
                commands.add(tool.command());
                packages.add(tool.packageName());
            }
        }
        return commands.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "%s: %s not installed (sudo apt-get install %s)"
                                .formatted(
                                        name(),
                                        String.join(", ", commands),
                                        String.join(" ", packages)));
    }

    /// What stands in the way of a benchmark on this host, as a message; empty when nothing does.
    /// Asked once a benchmark.
    synchronized Optional<String> refuses(Benchmark benchmark, Settings settings)
            throws Unreachable {
        Optional<String> script = benchmark.obstacle(settings);
        if (script.isEmpty() || obstacles.containsKey(benchmark.name())) {
            return obstacles.getOrDefault(benchmark.name(), Optional.empty());
        }
        Transcript t =
                run(
                        "what stands in the way of " + benchmark.name(),
                        script.get(),
                        Duration.ofSeconds(10));
        Optional<String> why =
                t.stdout()
                        .lines()
                        .map(String::strip)
                        .filter(l -> !l.isEmpty())
                        .findFirst()
                        .map(l -> name() + ": " + l);
        obstacles.put(benchmark.name(), why);
        return why;
    }

    /// Held while a server is started: two that look for a free port at the same time find the
    // same.
    Lock starting() {
        return starting;
    }

    public Transcript run(String label, String script, Duration limit) throws Unreachable {
        try {
            return session().run(label, script, limit);
        } catch (Unreachable e) {
            lost(e);
            throw e;
        }
    }

    /// Notes that the connection broke.
    public synchronized void lost(Unreachable e) {
        if (session.isPresent()) {
            close();
            strike(e);
        }
    }

    /// Notes that the host did its part.
    synchronized void worked() {
        strikes = 0;
    }

    /// Spares all further attempts.
    synchronized void giveUp(String why) {
        strikes = STRIKES;
        reason = why;
    }

    private void strike(Unreachable e) {
        strikes++;
        reason = Optional.ofNullable(e.getMessage()).orElse("no reason given");
    }

    @Override
    public synchronized void close() {
        session.ifPresent(Session::close);
        session = Optional.empty();
    }
}
