package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;

/// Takes runs back, from the journals on the machines themselves.
public final class Rollback {
    private final Machines machines;
    private final Clock clock;
    private final Controller controller;
    private final Consumer<ApplyEvent> listener;

    public Rollback(
            Machines machines, Clock clock, Controller controller, Consumer<ApplyEvent> listener) {
        this.machines = machines;
        this.clock = clock;
        this.controller = controller;
        this.listener = listener;
    }

    /// What the machines' journals hold.
    ///
    /// @param runs by host, oldest first
    /// @param unreachable hosts that gave no answer, with the reason
    public record Journals(
            SequencedMap<String, List<RunReport>> runs, SequencedMap<String, String> unreachable) {

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
        for (int i = 0; i < answers.size(); i++) {
            String name = cluster.hosts().get(i).name();
            Machines.Answer answer = answers.get(i);
            answer.reply().ifPresent(r -> runs.put(name, r.runs()));
            if (answer.reply().isEmpty()) {
                unreachable.put(name, answer.unreachable());
            }
        }
        return new Journals(runs, unreachable);
    }

    /// Takes a run back on every host that has it.
    ///
    /// @param force take back even what was changed since; what is lost by it is kept in the
    /// journal
    public RunResult run(Cluster cluster, Journals journals, String runId, boolean force) {
        List<Host> hosts =
                cluster.hosts().stream()
                        .filter(h -> journals.of(runId).containsKey(h.name()))
                        .toList();
        List<HostOutcome> outcomes =
                new ArrayList<>(
                        machines.each(
                                hosts,
                                h -> {
                                    HostOutcome o = one(h, journals, runId, force);
                                    listener.accept(new ApplyEvent.HostDone(o));
                                    return o;
                                }));
        journals.unreachable()
                .forEach((h, why) -> outcomes.add(HostOutcome.of(h, State.UNREACHABLE, why)));
        return new RunResult(runId, outcomes);
    }

    private HostOutcome one(Host host, Journals journals, String runId, boolean force) {
        RunReport run = journals.of(runId).get(host.name());
        if (run == null) {
            return HostOutcome.of(host.name(), State.NOTHING_TO_DO, "");
        }
        if (run.state() == RunReport.State.ROLLED_BACK || run.state() == RunReport.State.REVERTED) {
            return new HostOutcome(
                    host.name(),
                    State.NOTHING_TO_DO,
                    "the run is "
                            + run.state().word().replace('-', ' ')
                            + " already; `rollback --list` has older ones",
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
                        .filter(controller::knowsDead)
                        .map(RunReport::id)
                        .toList();
        listener.accept(new ApplyEvent.HostStarted(host.name(), run.steps().size()));
        Machines.Answer answer =
                machines.ask(
                        host,
                        "rollback " + runId,
                        Scripts.rollBack(
                                runId,
                                controller.line("rollback", clock.instant()),
                                abandoned,
                                force),
                        machines.timeout().multipliedBy(10));
        return outcome(host, runId, answer);
    }

    private static HostOutcome outcome(Host host, String runId, Machines.Answer answer) {
        if (answer.reply().isEmpty()) {
            return HostOutcome.of(host.name(), State.UNKNOWN, answer.unreachable());
        }
        Reply reply = answer.reply().get();
        Optional<Reply.Refusal> refusal = reply.refusal();
        if (refusal.isPresent()) {
            return HostOutcome.of(
                    host.name(),
                    State.REFUSED,
                    refusal.get().code().equals("moved")
                            ? String.join(", ", reply.movedSince())
                                    + " changed since the run; nothing was taken back:"
                                    + " --force does it all the same and keeps what is there now"
                                    + " in the journal"
                            : Refusals.words(refusal.get()));
        }
        return reply.runs().stream()
                .filter(r -> r.id().equals(runId))
                .findFirst()
                .map(
                        r ->
                                new HostOutcome(
                                        host.name(),
                                        switch (r.state()) {
                                            case ROLLED_BACK, REVERTED -> State.ROLLED_BACK;
                                            case BROKEN -> State.BROKEN;
                                            case RECORDED, APPLIED, DONE, REVERTING, UNKNOWN ->
                                                    State.UNKNOWN;
                                        },
                                        r.why(),
                                        r.steps()))
                .orElse(HostOutcome.of(host.name(), State.UNKNOWN, "the run was not reported"));
    }
}
