package io.railhead.reach;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/// Runs a plan of probes on many machines: one login and one script a machine.
///
/// Of a probe named `clock` the transcript's `startedAt` is when the script was sent and `took`
/// lasts until the probe's first byte was there: the machine read its clock at `startedAt` + `took`
/// / 2 by the collector's clock, give or take `took` / 2.
public final class Collector {
    private final Transport transport;
    private final int width;
    private final Duration limit;

    /// @param width machines at once, from 1
    /// @param limit for login and probes together, a machine
    public Collector(Transport transport, int width, Duration limit) {
        this.transport = transport;
        this.width = width;
        this.limit = limit;
    }

    /// Collects from all targets; results in their order.
    ///
    /// @param peers of a machine, by its name
    public List<Collected> collect(
            List<Target> targets,
            List<Probe> probes,
            Function<String, List<Peer>> peers,
            Consumer<CollectEvent> listener) {
        return collect(targets, name -> probes, peers, listener);
    }

    /// The same, with probes that differ by machine.
    ///
    /// @param probes of a machine, by its name
    public List<Collected> collect(
            List<Target> targets,
            Function<String, List<Probe>> probes,
            Function<String, List<Peer>> peers,
            Consumer<CollectEvent> listener) {
        Object oneAtATime = new Object();
        Consumer<CollectEvent> tell =
                event -> {
                    synchronized (oneAtATime) {
                        listener.accept(event);
                    }
                };
        long began = System.nanoTime();
        tell.accept(new CollectEvent.Started(targets.size()));
        List<Collected> all = new ArrayList<>();
        for (Outcome<Collected> outcome :
                Fleet.spread(targets, width, target -> step(target, probes, peers, tell))) {
            switch (outcome) {
                case Outcome.Done<Collected>(_, Collected collected) -> all.add(collected);
                case Outcome.Failed<Collected>(Target target, String why) ->
                        all.add(
                                Collected.unreachable(
                                        target.name(), why, Instant.now(), Duration.ZERO));
            }
        }
        int failed = (int) all.stream().filter(c -> c.unreachable().isPresent()).count();
        tell.accept(
                new CollectEvent.Finished(
                        all.size() - failed, failed, Duration.ofNanos(System.nanoTime() - began)));
        return all;
    }

    private Outcome<Collected> step(
            Target target,
            Function<String, List<Probe>> probes,
            Function<String, List<Peer>> peers,
            Consumer<CollectEvent> tell) {
        Collected collected = one(target, probes.apply(target.name()), peers.apply(target.name()));
        tell.accept(
                collected
                        .unreachable()
                        .<CollectEvent>map(
                                why -> new CollectEvent.HostFailed(collected.machine(), why))
                        .orElseGet(() -> new CollectEvent.HostDone(collected)));
        return new Outcome.Done<>(target, collected);
    }

    private Collected one(Target target, List<Probe> probes, List<Peer> peers) {
        HostCollection.Times times = new HostCollection.Times(Instant.now(), System.nanoTime());
        try (Session session = transport.open(target, limit)) {
            Execution execution =
                    session instanceof Execution streaming ? streaming : new Whole(session);
            return new HostCollection(execution, probes, peers, times, limit.minus(times.since()))
                    .run();
        } catch (Unreachable e) {
            return Collected.unreachable(
                    target.name(),
                    String.valueOf(e.getMessage()),
                    times.startedAt(),
                    times.since());
        }
    }

    /// A session that can only run and return, such as a test's, as one that streams: all at once
    /// at the end.
    private record Whole(Session session) implements Execution {
        @Override
        public Target target() {
            return session.target();
        }

        @Override
        public Ended exec(Script script) throws Unreachable {
            Transcript run =
                    session.run(
                            "collect",
                            new String(script.stdin(), StandardCharsets.UTF_8),
                            script.limit());
            byte[] out = run.stdout().getBytes(StandardCharsets.UTF_8);
            byte[] err = run.stderr().getBytes(StandardCharsets.UTF_8);
            boolean _ = script.out().accept(out, 0, out.length);
            boolean _ = script.err().accept(err, 0, err.length);
            return new Ended(run.exitCode(), run.truncated(), false);
        }

        @Override
        public int outputCap() {
            return SshSettings.DEFAULT_OUTPUT_CAP;
        }

        @Override
        public boolean isRoot() {
            return true;
        }

        @Override
        public boolean isText() {
            return true;
        }

        @Override
        public void close() {
            // The session is closed by who opened it.
        }
    }
}
