package io.railhead.reach;

import io.railhead.model.Probe;
import io.railhead.model.Transcript;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
            List<Probe> probes,
            Function<String, List<Peer>> peers,
            Consumer<CollectEvent> tell) {
        Collected collected = one(target, probes, peers.apply(target.name()));
        tell.accept(
                collected
                        .unreachable()
                        .<CollectEvent>map(
                                why -> new CollectEvent.HostFailed(collected.machine(), why))
                        .orElseGet(() -> new CollectEvent.HostDone(collected)));
        return new Outcome.Done<>(target, collected);
    }

    private Collected one(Target target, List<Probe> probes, List<Peer> peers) {
        Instant startedAt = Instant.now();
        long began = System.nanoTime();
        try (Session session = transport.open(target, limit)) {
            Duration left = limit.minusNanos(System.nanoTime() - began);
            return session instanceof Execution execution
                    ? stream(execution, probes, peers, left, startedAt, began)
                    : whole(session, probes, peers, left, startedAt, began);
        } catch (Unreachable e) {
            return Collected.unreachable(
                    target.name(),
                    String.valueOf(e.getMessage()),
                    startedAt,
                    Duration.ofNanos(System.nanoTime() - began));
        }
    }

    private static Collected stream(
            Execution session,
            List<Probe> probes,
            List<Peer> peers,
            Duration left,
            Instant startedAt,
            long began)
            throws Unreachable {
        String mark = Execution.newMark();
        boolean sudo = !session.isRoot() && session.target().login().sudo();
        String script = new ProbeScript(mark, probes, peers, sudo, true).text();
        ProbeStream stream =
                new ProbeStream(mark, probes.size(), session.outputCap(), System::nanoTime);
        Shell.AfterMark out = new Shell.AfterMark(mark, stream::out);
        Shell.AfterMark err = new Shell.AfterMark(mark, stream::err);
        long sent = System.nanoTime();
        Execution.Ended ended =
                session.exec(new Execution.Script(false, Shell.wrap(mark, script), out, err, left));
        ProbeStream.Result result = stream.result();
        String name = session.target().name();
        Optional<String> why = Optional.empty();
        if (!out.found()) {
            why =
                    Optional.of(
                            name
                                    + ": no shell to run probes in: "
                                    + firstLine(out.preamble() + err.preamble(), ended));
        } else if (ended.lost()) {
            why = Optional.of(name + ": connection lost while collecting");
        } else if (ended.timedOut()) {
            why = Optional.of(name + ": not done within the limit; what came in time is kept");
        } else if (result.over()) {
            why = Optional.of(name + ": more output than is kept; the rest is cut");
        } else if (!result.ended()) {
            why = Optional.of(name + ": the shell ended early, status " + ended.status());
        }
        Times times = new Times(startedAt, began, sent);
        return new Collected(
                name,
                transcripts(name, probes, peers, result, times, why),
                why,
                result.notes(),
                startedAt,
                Duration.ofNanos(System.nanoTime() - began));
    }

    private static String firstLine(String text, Execution.Ended ended) {
        return text.strip()
                .lines()
                .findFirst()
                .orElse("status " + ended.status() + (ended.timedOut() ? ", time over" : ""));
    }

    /// Through a session that can only run and return, such as a test's.
    private static Collected whole(
            Session session,
            List<Probe> probes,
            List<Peer> peers,
            Duration left,
            Instant startedAt,
            long began)
            throws Unreachable {
        String mark = Execution.newMark();
        long sent = System.nanoTime();
        Transcript run =
                session.run(
                        "collect", new ProbeScript(mark, probes, peers, false, false).text(), left);
        ProbeStream stream =
                new ProbeStream(
                        mark, probes.size(), SshSettings.DEFAULT_OUTPUT_CAP, System::nanoTime);
        byte[] out = run.stdout().getBytes(StandardCharsets.UTF_8);
        byte[] err = run.stderr().getBytes(StandardCharsets.UTF_8);
        stream.out(out, 0, out.length);
        stream.err(err, 0, err.length);
        ProbeStream.Result result = stream.result();
        String name = session.target().name();
        Optional<String> why =
                result.ended()
                        ? Optional.empty()
                        : Optional.of(name + ": the shell ended early, status " + run.exitCode());
        return new Collected(
                name,
                transcripts(name, probes, peers, result, new Times(startedAt, began, sent), why),
                why,
                result.notes(),
                startedAt,
                Duration.ofNanos(System.nanoTime() - began));
    }

    /// Turns the monotonic clock into the collector's wall clock.
    private record Times(Instant startedAt, long began, long sent) {
        Instant at(long nanos) {
            return startedAt.plusNanos(nanos - began);
        }
    }

    private static List<Transcript> transcripts(
            String machine,
            List<Probe> probes,
            List<Peer> peers,
            ProbeStream.Result result,
            Times times,
            Optional<String> why) {
        List<ProbeStream.Frame> frames = new ArrayList<>(result.frames());
        frames.sort(Comparator.comparingInt(ProbeStream.Frame::index));
        List<Transcript> transcripts = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < probes.size(); i++) {
            Probe probe = probes.get(i);
            Set<String> items = new HashSet<>();
            while (next < frames.size() && frames.get(next).index() == i) {
                ProbeStream.Frame frame = frames.get(next++);
                items.add(frame.item());
                transcripts.add(transcript(machine, probe, frame, times));
            }
            if (!result.ended()) {
                missing(machine, probe, peers, items, times, why.orElse("not run"), transcripts);
            }
        }
        return transcripts;
    }

    private static Transcript transcript(
            String machine, Probe probe, ProbeStream.Frame frame, Times times) {
        boolean clock = probe.name().equals(ProbeScript.CLOCK);
        long from = clock ? times.sent() : frame.begun();
        long to = clock ? frame.first() : frame.ended();
        return new Transcript(
                machine,
                ProbeScript.shown(probe, frame.item(), frame.flags().contains("s")),
                new String(frame.stdout(), StandardCharsets.UTF_8),
                new String(frame.stderr(), StandardCharsets.UTF_8),
                frame.status(),
                times.at(from),
                Duration.ofNanos(to - from),
                frame.truncated());
    }

    /// Probes of which nothing came, when the script did not run to its end.
    private static void missing(
            String machine,
            Probe probe,
            List<Peer> peers,
            Set<String> items,
            Times times,
            String why,
            List<Transcript> transcripts) {
        List<String> expected =
                switch (probe.each()) {
                    case ONCE -> List.of("-");
                    case PEER ->
                            peers.stream()
                                    .map(p -> p.address() + "," + p.mtu() + "," + p.from())
                                    .toList();
                    // Which there are, only the machine could say.
                    case INTERFACE, RDMA_DEVICE -> items.isEmpty() ? List.of("$x") : List.of();
                };
        for (String item : expected) {
            if (!items.contains(item)) {
                transcripts.add(
                        new Transcript(
                                machine,
                                ProbeScript.shown(probe, item, false),
                                "",
                                "railhead: not run: " + why,
                                -1,
                                times.startedAt(),
                                Duration.ZERO,
                                true));
            }
        }
    }
}
