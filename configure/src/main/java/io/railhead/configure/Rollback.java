package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// Takes runs back, from the journals on the machines themselves.
public final class Rollback {
    private final Machines machines;
    private final Clock clock;
    private final Controller controller;
    private final int confirmWithinSeconds;
    private final Consumer<ApplyEvent> listener;
    private final boolean withoutSwitch;

    /// @param confirmWithinSeconds how long the dead-man's switch waits where taking a run back may
    /// cut the connection
    public Rollback(
            Machines machines,
            Clock clock,
            Controller controller,
            int confirmWithinSeconds,
            Consumer<ApplyEvent> listener) {
        this(machines, clock, controller, confirmWithinSeconds, listener, false);
    }

    /// @param withoutSwitch take back here and now, as far as it can be: a host that is cut off by
    /// it stays so
    public Rollback(
            Machines machines,
            Clock clock,
            Controller controller,
            int confirmWithinSeconds,
            Consumer<ApplyEvent> listener,
            boolean withoutSwitch) {
        this.withoutSwitch = withoutSwitch;
        this.machines = machines;
        this.clock = clock;
        this.controller = controller;
        this.confirmWithinSeconds = confirmWithinSeconds;
        this.listener = listener;
    }

    /// What the machines' journals hold.
    ///
    /// @param runs by host, oldest first
    /// @param unreachable hosts that gave no answer, with the reason
    /// @param notes what else was found there, by host, in words
    public record Journals(
            SequencedMap<String, List<RunReport>> runs,
            SequencedMap<String, String> unreachable,
            SequencedMap<String, List<String>> notes) {

        public Journals(
                SequencedMap<String, List<RunReport>> runs,
                SequencedMap<String, String> unreachable) {
            this(runs, unreachable, new LinkedHashMap<>());
        }

        /// Names of all runs, newest first.
        public List<String> ids() {
            return runs.values().stream()
                    .flatMap(List::stream)
                    .map(RunReport::id)
                    .distinct()
                    .sorted(Comparator.reverseOrder())
                    .toList();
        }

        /// A run as each of its hosts has it.
        public SequencedMap<String, RunReport> of(String id) {
            SequencedMap<String, RunReport> found = new LinkedHashMap<>();
            runs.forEach(
                    (host, reports) ->
                            reports.stream()
                                    .filter(r -> r.id().equals(id))
                                    .findFirst()
                                    .ifPresent(r -> found.put(host, r)));
            return found;
        }

        /// Runs that stand on any host, newest first, down to and including `id`, which is there in
        /// any case.
        public List<String> downTo(String id) {
            return ids().stream()
                    .filter(i -> i.compareTo(id) >= 0)
                    .filter(
                            i ->
                                    i.equals(id)
                                            || of(i).values().stream()
                                                    .anyMatch(r -> !r.state().isGone()))
                    .toList();
        }

        /// Why a `rollback --to` could not get past some of these runs, by run and host; empty when
        /// nothing is known to be in its way.
        ///
        /// @param withoutSwitch as far as it can be, with nothing that takes it back
        public List<String> impassable(List<String> wanted, boolean withoutSwitch) {
            List<String> found = new ArrayList<>();
            for (String id : wanted) {
                of(id).forEach(
                                (host, r) -> {
                                    String in = host + ": run " + id + " ";
                                    if (r.state().isGone()) {
                                        return;
                                    }
                                    if (r.damage().isPresent()) {
                                        found.add(in + "has a damaged record: " + r.damage().get());
                                    } else if (r.state() == RunReport.State.BROKEN
                                            && r.guarded()
                                            && !withoutSwitch) {
                                        found.add(
                                                in
                                                        + "is broken, and no dead-man's switch can"
                                                        + " guard its rollback: with another way in"
                                                        + " at hand, «railhead rollback "
                                                        + id
                                                        + " --without-switch --hosts "
                                                        + host
                                                        + "» takes back what can be");
                                    }
                                });
            }
            return found;
        }

        /// The newest run that stands on a host, if any does.
        Optional<String> newestStanding(String host) {
            return runs.getOrDefault(host, List.of()).stream()
                    .filter(r -> !r.state().isGone())
                    .map(RunReport::id)
                    .max(Comparator.naturalOrder());
        }

        /// Later runs on a host that changed one of the same resources and still stand.
        List<String> above(String host, RunReport run) {
            List<String> resources = run.steps().stream().map(RunReport.Step::resource).toList();
            return runs.getOrDefault(host, List.of()).stream()
                    .filter(r -> r.id().compareTo(run.id()) > 0)
                    .filter(r -> r.state() == RunReport.State.DONE)
                    .filter(r -> r.steps().stream().anyMatch(s -> resources.contains(s.resource())))
                    .map(RunReport::id)
                    .toList();
        }
    }

    /// Reads the journals of all hosts.
    public Journals journals(Cluster cluster) {
        List<Machines.Answer> answers =
                machines.each(
                        cluster.hosts(),
                        h -> machines.ask(h, "runs", Scripts.list(), machines.timeout()));
        SequencedMap<String, List<RunReport>> runs = new LinkedHashMap<>();
        SequencedMap<String, String> unreachable = new LinkedHashMap<>();
        SequencedMap<String, List<String>> notes = new LinkedHashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            String name = cluster.hosts().get(i).name();
            Machines.Answer answer = answers.get(i);
            String odd = answer.reply().map(r -> r.host().getOrDefault("journal", "")).orElse("");
            if (!odd.isEmpty()) {
                unreachable.put(
                        name,
                        odd
                                + " on that host is no directory, so nothing is known of its runs:"
                                + " look at it and move it away");
                continue;
            }
            answer.reply()
                    .ifPresent(
                            r -> {
                                runs.put(name, r.runs());
                                List<String> found = notes(r);
                                if (!found.isEmpty()) {
                                    notes.put(name, found);
                                }
                            });
            if (answer.reply().isEmpty()) {
                unreachable.put(name, answer.unreachable());
            }
        }
        return new Journals(runs, unreachable, notes);
    }

    private static List<String> notes(Reply reply) {
        List<String> notes = new ArrayList<>();
        String lock = reply.host().getOrDefault("lock", "");
        if (!lock.isEmpty()) {
            notes.add(Unfinished.beginning("", lock).words());
        }
        reply.strays().stream()
                .map(
                        s ->
                                "/var/lib/railhead/runs has «"
                                        + s
                                        + "», which is no run of Railhead's: look at it and move it"
                                        + " away")
                .forEach(notes::add);
        return notes;
    }

    /// Takes a run back on every host that has it.
    ///
    /// @param force take back even what was changed since; what is lost by it is kept in the
    /// journal, and the dead-man's switch stays
    public RunResult run(Cluster cluster, Journals journals, String runId, boolean force) {
        return run(cluster, journals, runId, force, false);
    }

    /// Takes a run back on every host that has it.
    ///
    /// @param force as above
    /// @param unconfirmed take it back also where it waits to be confirmed, as whoever names it
    /// wants
    public RunResult run(
            Cluster cluster, Journals journals, String runId, boolean force, boolean unconfirmed) {
        return run(cluster, journals, runId, force, unconfirmed, List.of());
    }

    /// The same within a `rollback --to`.
    ///
    /// @param passed later runs that it has taken back already: what was there before those, and is
    /// given back by now, is not told as changed by other hands; the host's journal keeps it
    public RunResult run(
            Cluster cluster,
            Journals journals,
            String runId,
            boolean force,
            boolean unconfirmed,
            List<String> passed) {
        List<Host> hosts =
                cluster.hosts().stream()
                        .filter(h -> journals.of(runId).containsKey(h.name()))
                        .toList();
        List<HostOutcome> outcomes =
                new ArrayList<>(
                        machines.each(
                                hosts,
                                h -> {
                                    HostOutcome o =
                                            one(h, journals, runId, force, unconfirmed, passed);
                                    listener.accept(new ApplyEvent.HostDone(o));
                                    return o;
                                }));
        journals.unreachable()
                .forEach((h, why) -> outcomes.add(HostOutcome.of(h, State.UNREACHABLE, why)));
        return new RunResult(runId, outcomes);
    }

    private HostOutcome one(
            Host host,
            Journals journals,
            String runId,
            boolean force,
            boolean unconfirmed,
            List<String> passed) {
        RunReport run = journals.of(runId).get(host.name());
        if (run == null) {
            return HostOutcome.of(host.name(), State.NOTHING_TO_DO, "");
        }
        if (run.state().isGone() && run.damage().isPresent()) {
            return HostOutcome.of(
                    host.name(),
                    State.REFUSED,
                    Refusals.words(
                            new Reply.Refusal("damaged", run.id() + " " + run.damage().get())));
        }
        if (run.state().isGone()) {
            return new HostOutcome(
                    host.name(),
                    State.NOTHING_TO_DO,
                    "run "
                            + run.id()
                            + " is "
                            + run.state().word().replace('-', ' ')
                            + " already; "
                            + journals.newestStanding(host.name())
                                    .map(
                                            r ->
                                                    "the newest that stands is "
                                                            + r
                                                            + ": «railhead rollback "
                                                            + r
                                                            + "» takes it back")
                                    .orElse("no other run stands here"),
                    run.steps());
        }
        List<String> above = journals.above(host.name(), run);
        if (!above.isEmpty() && !force) {
            return HostOutcome.of(
                    host.name(),
                    State.REFUSED,
                    "later runs changed the same: roll back "
                            + String.join(", ", above.reversed())
                            + " first");
        }
        List<String> abandoned =
                journals.runs().getOrDefault(host.name(), List.of()).stream()
                        .filter(
                                r ->
                                        controller.knowsDead(r)
                                                || unconfirmed
                                                        && r.id().equals(runId)
                                                        && r.state() == RunReport.State.APPLIED)
                        .map(RunReport::id)
                        .toList();
        listener.accept(new ApplyEvent.HostStarted(host.name(), run.steps().size()));
        Duration patience = Duration.ofSeconds(2L * confirmWithinSeconds + 10);
        HostRun.Ending ending =
                new Lingering(controller, patience)
                        .outlast(
                                abandoned,
                                gone ->
                                        new HostRun(machines, listener)
                                                .follow(task(host, run, gone, passed, force)),
                                HostRun.Ending::refusal);
        return Outcomes.ofRollback(host.name(), runId, force, ending);
    }

    private HostRun.Task task(
            Host host, RunReport run, List<String> abandoned, List<String> passed, boolean force) {
        Instant started = clock.instant();
        String who = controller.line("rollback", started);
        String backId =
                "back-" + started.toString().replaceAll("[^0-9TZ.]", "") + "-" + controller.pid();
        Map<String, String> about = controller.about();
        about.put("at", started.truncatedTo(ChronoUnit.SECONDS).toString());
        return new HostRun.Task(
                host,
                run.id() + "/" + backId,
                "rollback " + run.id(),
                Scripts.rollBack(
                        run.id(),
                        backId,
                        who,
                        about,
                        confirmWithinSeconds,
                        abandoned,
                        passed,
                        force,
                        withoutSwitch),
                Scripts.status(run.id() + "/" + backId, who),
                RunReport.time(machines.timeout().multipliedBy(10), List.of(run, run)),
                // Whether a switch guards it is known there; what guards nothing is not waited for.
                OptionalInt.of(confirmWithinSeconds));
    }
}
