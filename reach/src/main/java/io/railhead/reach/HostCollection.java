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

/// The collection from one machine over an open session: the script, and once more from behind a
/// probe that does not end (the first script trusts some to do so; and a GPU tool stuck in the
/// driver holds even its `timeout` and the script for ever). The rest of the plan is then run by a
/// second script, which limits every probe.
final class HostCollection {

    /// Beyond its limit a guarded probe has a second until it is killed; later it is given up.
    private static final Duration STUCK_AFTER = Duration.ofSeconds(4);

    /// How long the shell may take to end after it has printed everything.
    private static final Duration LINGER = Duration.ofSeconds(1);

    private static final int MOST_RUNS = 4;

    private final Execution session;
    private final String name;
    private final List<Probe> probes;
    private final List<Peer> peers;
    private final Times times;
    private final long deadline;
    private final List<ProbeStream.Frame> frames = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private boolean whole;
    private Optional<String> why = Optional.empty();

    /// Turns the monotonic clock into the collector's wall clock.
    ///
    /// @param startedAt the wall clock when the monotonic one was at `began`
    record Times(Instant startedAt, long began) {
        Instant at(long nanos) {
            return startedAt.plusNanos(nanos - began);
        }

        Duration since() {
            return Duration.ofNanos(System.nanoTime() - began);
        }
    }

    HostCollection(
            Execution session, List<Probe> probes, List<Peer> peers, Times times, Duration left) {
        this.session = session;
        this.name = session.target().name();
        this.probes = probes;
        this.peers = peers;
        this.times = times;
        this.deadline = System.nanoTime() + left.toNanos();
    }

    Collected run() throws Unreachable {
        List<Integer> plan = new ArrayList<>();
        for (int i = 0; i < probes.size(); i++) {
            plan.add(i);
        }
        long sent = System.nanoTime();
        for (int run = 1; run <= MOST_RUNS && !plan.isEmpty(); run++) {
            plan = script(plan, run > 1);
        }
        return new Collected(name, transcripts(sent), why, notes, times.startedAt(), times.since());
    }

    /// One script; gives the part of the plan that is still to do.
    private List<Integer> script(List<Integer> plan, boolean guarded) throws Unreachable {
        String mark = Execution.newMark();
        boolean sudo = !session.isRoot() && session.target().login().sudo();
        List<Probe> part = plan.stream().map(probes::get).toList();
        boolean compress = !session.isText();
        String script = new ProbeScript(mark, part, peers, sudo, compress, guarded).text();
        ProbeStream stream =
                new ProbeStream(mark, part.size(), session.outputCap(), System::nanoTime);
        Shell.AfterMark out = new Shell.AfterMark(mark, stream::out);
        Shell.AfterMark err = new Shell.AfterMark(mark, stream::err);
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        Execution.Ended ended =
                session.exec(
                        new Execution.Script(
                                false,
                                Shell.wrap(mark, script),
                                out,
                                err,
                                left,
                                () -> enough(stream.position(), part)));
        ProbeStream.Position position = stream.position();
        ProbeStream.Result result = stream.result();
        for (ProbeStream.Frame frame : result.frames()) {
            frames.add(frame.withIndex(plan.get(frame.index())));
        }
        notes.addAll(result.notes());
        whole = result.ended();
        why = why(ended, result, out, err);
        if (whole || position.index().isEmpty() || !isStuck(position, part) || ended.lost()) {
            return List.of();
        }
        int at = position.index().getAsInt();
        notes.add(
                "a probe did not end in time, the rest was run without it: "
                        + part.get(at).shown());
        List<Integer> rest = new ArrayList<>();
        for (int i = 0; i < part.size(); i++) {
            boolean waiting = part.get(i).each() == Probe.Each.PEER;
            boolean done = part.get(i).name().equals(ProbeScript.CLOCK);
            if (waiting || (i > at && !done)) {
                rest.add(plan.get(i));
            }
        }
        return rest;
    }

    private static boolean enough(ProbeStream.Position position, List<Probe> part) {
        return position.ended()
                ? System.nanoTime() - position.since() > LINGER.toNanos()
                : isStuck(position, part);
    }

    private static boolean isStuck(ProbeStream.Position position, List<Probe> part) {
        if (position.ended() || position.index().isEmpty()) {
            return false;
        }
        Duration limit = part.get(position.index().getAsInt()).limit().plus(STUCK_AFTER);
        return System.nanoTime() - position.since() > limit.toNanos();
    }

    private Optional<String> why(
            Execution.Ended ended,
            ProbeStream.Result result,
            Shell.AfterMark out,
            Shell.AfterMark err) {
        String reason;
        if (!out.found()) {
            String said = (out.preamble() + err.preamble()).strip();
            String first = said.lines().findFirst().orElse("status " + ended.status());
            reason =
                    ended.lost()
                            ? "connection lost before the first probe"
                            : ended.timedOut()
                                    ? "no shell within the limit"
                                    : "no shell to run probes in: " + first;
        } else if (result.over()) {
            reason = "more output than is kept; the rest is cut";
        } else if (result.ended()) {
            return Optional.empty();
        } else if (ended.lost()) {
            reason = "connection lost while collecting";
        } else if (ended.timedOut()) {
            reason = "not done within the limit; what came in time is kept";
        } else {
            reason = "the shell ended early, status " + ended.status();
        }
        return Optional.of(name + ": " + reason);
    }

    private List<Transcript> transcripts(long sent) {
        List<ProbeStream.Frame> sorted = new ArrayList<>(frames);
        // Peers answer in any order.
        List<String> order = peers.stream().map(ProbeScript::item).toList();
        sorted.sort(
                Comparator.comparingInt(ProbeStream.Frame::index)
                        .thenComparingInt(f -> order.indexOf(f.item())));
        List<Transcript> transcripts = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < probes.size(); i++) {
            Set<String> items = new HashSet<>();
            while (next < sorted.size() && sorted.get(next).index() == i) {
                ProbeStream.Frame frame = sorted.get(next++);
                items.add(frame.item());
                transcripts.add(transcript(probes.get(i), frame, sent));
            }
            if (!whole) {
                missing(probes.get(i), items, transcripts);
            }
        }
        return transcripts;
    }

    private Transcript transcript(Probe probe, ProbeStream.Frame frame, long sent) {
        boolean clock = probe.name().equals(ProbeScript.CLOCK);
        long from = clock ? sent : frame.begun();
        long to = clock ? frame.first() : frame.ended();
        return new Transcript(
                name,
                ProbeScript.shown(probe, frame.item(), frame.flags().contains("s")),
                new String(frame.stdout(), StandardCharsets.UTF_8),
                new String(frame.stderr(), StandardCharsets.UTF_8),
                frame.status(),
                times.at(from),
                Duration.ofNanos(to - from),
                frame.truncated());
    }

    /// Probes of which nothing came, when the script did not run to its end.
    private void missing(Probe probe, Set<String> items, List<Transcript> transcripts) {
        List<String> expected =
                switch (probe.each()) {
                    case ONCE -> List.of("-");
                    case PEER -> peers.stream().map(ProbeScript::item).toList();
                    // Which there are, only the machine could say.
                    case INTERFACE, RDMA_DEVICE -> items.isEmpty() ? List.of("$x") : List.of();
                };
        for (String item : expected) {
            if (!items.contains(item)) {
                transcripts.add(
                        new Transcript(
                                name,
                                ProbeScript.shown(probe, item, false),
                                "",
                                "railhead: not run: " + why.orElse("the script ended early"),
                                -1,
                                times.startedAt(),
                                Duration.ZERO,
                                true));
            }
        }
    }
}
