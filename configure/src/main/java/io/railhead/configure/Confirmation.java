package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Keeps a run as it is made, where nobody has confirmed it yet and its dead-man's switch still
/// waits: over a fresh connection, after everything was read back there once more.
public final class Confirmation {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Machines machines;
    private final Consumer<ApplyEvent> listener;

    public Confirmation(Machines machines, Consumer<ApplyEvent> listener) {
        this.machines = machines;
        this.listener = listener;
    }

    /// Confirms a run on every host that has it.
    public RunResult run(Cluster cluster, Rollback.Journals journals, String runId) {
        List<Host> hosts =
                cluster.hosts().stream()
                        .filter(h -> journals.of(runId).containsKey(h.name()))
                        .toList();
        List<HostOutcome> outcomes =
                new ArrayList<>(
                        machines.each(
                                hosts,
                                h -> {
                                    HostOutcome o = one(h, journals, runId);
                                    listener.accept(new ApplyEvent.HostDone(o));
                                    return o;
                                }));
        journals.unreachable()
                .forEach((h, why) -> outcomes.add(HostOutcome.of(h, State.UNREACHABLE, why)));
        return new RunResult(runId, outcomes);
    }

    private HostOutcome one(Host host, Rollback.Journals journals, String runId) {
        RunReport known = journals.of(runId).get(host.name());
        if (known != null
                && known.state() == RunReport.State.DONE
                && !known.why().startsWith("a rollback")) {
            return new HostOutcome(
                    host.name(),
                    State.NOTHING_TO_DO,
                    "run " + runId + " is already confirmed, or needed no confirmation: it stands",
                    known.steps());
        }
        listener.accept(new ApplyEvent.HostStarted(host.name(), 0));
        Machines.Answer answer =
                machines.confirm(
                        host,
                        Scripts.prove(runId, (int) LIMIT.toSeconds() - 1),
                        Scripts.confirm(runId),
                        proof -> state(proof, runId).equals(Optional.of(RunReport.State.APPLIED)),
                        LIMIT);
        Optional<RunReport> report = report(answer, runId);
        if (report.isEmpty()) {
            return HostOutcome.of(
                    host.name(),
                    State.UNKNOWN,
                    (answer.unreachable().isEmpty() ? "no answer" : answer.unreachable())
                            + "; it takes itself back unless it is confirmed in time");
        }
        RunReport r = report.get();
        return switch (r.state()) {
            case DONE -> new HostOutcome(host.name(), State.DONE, "", r.steps());
            case RECORDED, APPLIED, REVERTING ->
                    new HostOutcome(
                            host.name(),
                            State.REFUSED,
                            "run "
                                    + runId
                                    + " is "
                                    + r.state().word()
                                    + " there and cannot be confirmed now",
                            r.steps());
            case REVERTED, ROLLED_BACK ->
                    new HostOutcome(
                            host.name(),
                            State.REVERTED,
                            (r.why().isEmpty() ? "the run" : r.why())
                                    + ": it was taken back before it could be confirmed",
                            r.steps());
            case BROKEN, UNKNOWN ->
                    new HostOutcome(host.name(), Outcomes.state(r.state()), r.why(), r.steps());
        };
    }

    private static Optional<RunReport.State> state(Machines.Answer answer, String runId) {
        return report(answer, runId).map(RunReport::state);
    }

    private static Optional<RunReport> report(Machines.Answer answer, String runId) {
        return answer.reply().stream()
                .flatMap(r -> r.runs().stream())
                .filter(r -> r.id().equals(runId))
                .findFirst();
    }
}
