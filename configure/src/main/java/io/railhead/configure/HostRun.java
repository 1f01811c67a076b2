package io.railhead.configure;

import io.railhead.configure.HostOutcome.State;
import io.railhead.model.intent.Host;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A run on one machine, seen from here. The worker there goes on by itself when the connection is
/// lost; how it ended is then asked over a fresh one.
final class HostRun {
    /// Over a connection that no longer answers nothing ends: after this the machine is asked anew.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Machines machines;
    private final Clock clock;
    private final Controller controller;
    private final Apply.Settings settings;
    private final Consumer<ApplyEvent> listener;

    HostRun(
            Machines machines,
            Clock clock,
            Controller controller,
            Apply.Settings settings,
            Consumer<ApplyEvent> listener) {
        this.machines = machines;
        this.clock = clock;
        this.controller = controller;
        this.settings = settings;
        this.listener = listener;
    }

    HostOutcome run(Host host, String runId, List<Work> works) {
        boolean guarded = works.stream().anyMatch(w -> w.planned().guarded());
        Instant started = clock.instant();
        Map<String, String> about = controller.about();
        about.put("at", started.toString());
        about.put("changes", Integer.toString(works.size()));
        String script =
                Scripts.apply(
                        runId,
                        controller.line("apply", started),
                        about,
                        guarded
                                ? OptionalInt.of(settings.confirmWithinSeconds())
                                : OptionalInt.empty(),
                        works);
        Duration limit =
                machines.timeout()
                        .plusSeconds(works.stream().mapToLong(w -> w.steps().limitSeconds()).sum());
        CompletableFuture<Machines.Answer> first =
                CompletableFuture.supplyAsync(
                        () -> machines.ask(host, "apply " + runId, script, limit),
                        r -> Thread.ofVirtual().start(r));
        Optional<RunReport> report = firstReport(host, runId, first, guarded, limit);
        if (first.isDone()) {
            Optional<HostOutcome> refused = refused(host, first);
            if (refused.isPresent()) {
                return refused.get();
            }
        }
        if (report.isEmpty()) {
            return lost(host, runId, first);
        }
        if (guarded && !report.get().state().isFinal()) {
            return confirm(host, runId);
        }
        return outcome(host, report.get());
    }

    /// Waits until the run came to rest, by the first connection or, when that does not answer, by
    /// others.
    private Optional<RunReport> firstReport(
            Host host,
            String runId,
            CompletableFuture<Machines.Answer> first,
            boolean guarded,
            Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean begun = false;
        while (System.nanoTime() < deadline) {
            Machines.Answer answer = await(first);
            if (first.isDone()) {
                Optional<RunReport> report = report(answer, runId);
                if (report.isPresent() || answer.reply().flatMap(Reply::refusal).isPresent()) {
                    return report;
                }
            }
            if (!guarded && !first.isDone()) {
                continue;
            }
            Optional<Machines.Answer> asked =
                    Optional.of(
                            machines.ask(
                                    host, "status", Scripts.status(runId), machines.timeout()));
            Optional<RunReport> report = asked.flatMap(a -> report(a, runId));
            if (report.isPresent()) {
                begun = true;
                if (!report.get().working() || report.get().state() == RunReport.State.APPLIED) {
                    return report;
                }
            } else if (first.isDone() && !begun && asked.get().reply().isPresent()) {
                // Reached, and there is no such run: it never began.
                return Optional.empty();
            } else if (first.isDone()) {
                pause();
            }
        }
        return Optional.empty();
    }

    private static Machines.Answer await(CompletableFuture<Machines.Answer> first) {
        try {
            return first.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Machines.Answer.none("no answer yet");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static void pause() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private static Optional<RunReport> report(Machines.Answer answer, String runId) {
        return answer.reply().stream()
                .flatMap(r -> r.runs().stream())
                .filter(r -> r.id().equals(runId))
                .findFirst();
    }

    /// Confirms over fresh connections until it is decided, one way or the other.
    private HostOutcome confirm(Host host, String runId) {
        int within = settings.confirmWithinSeconds();
        listener.accept(new ApplyEvent.Confirming(host.name(), within));
        // Taking back takes its time too; until then the answer may still be learnt.
        long deadline = System.nanoTime() + Duration.ofSeconds(2L * within + 30).toNanos();
        String last = "";
        while (System.nanoTime() < deadline) {
            Machines.Answer answer =
                    machines.ask(host, "confirm", Scripts.confirm(runId), machines.timeout());
            Optional<RunReport> report = report(answer, runId);
            if (report.isPresent() && report.get().state().isFinal()) {
                return outcome(host, report.get());
            }
            last = answer.unreachable();
            pause();
        }
        return HostOutcome.of(
                host.name(),
                State.UNKNOWN,
                "not reached again"
                        + (last.isEmpty() ? "" : " (" + last + ")")
                        + "; the machine takes the change back by itself after "
                        + within
                        + " s; see `railhead rollback --list`");
    }

    private static Optional<HostOutcome> refused(
            Host host, CompletableFuture<Machines.Answer> first) {
        Machines.Answer answer = await(first);
        Optional<Reply> reply = answer.reply().filter(r -> r.refusal().isPresent());
        return reply.flatMap(Reply::refusal)
                .map(
                        r -> {
                            String moved = String.join(", ", reply.get().moved().keySet());
                            return HostOutcome.of(
                                    host.name(),
                                    State.REFUSED,
                                    r.code().equals("moved")
                                            ? moved
                                                    + " changed since the plan was made; nothing"
                                                    + " was changed: plan again"
                                            : Refusals.words(r));
                        });
    }

    private static HostOutcome lost(
            Host host, String runId, CompletableFuture<Machines.Answer> first) {
        String why = first.isDone() ? await(first).unreachable() : "no answer";
        return HostOutcome.of(
                host.name(),
                first.isDone() ? State.UNREACHABLE : State.UNKNOWN,
                why + "; run " + runId + " is not in the machine's journal, or it cannot be asked");
    }

    private static HostOutcome outcome(Host host, RunReport report) {
        State state =
                switch (report.state()) {
                    case DONE -> State.DONE;
                    case REVERTED -> State.REVERTED;
                    case BROKEN -> State.BROKEN;
                    case ROLLED_BACK -> State.ROLLED_BACK;
                    case RECORDED, APPLIED, REVERTING, UNKNOWN -> State.UNKNOWN;
                };
        String why =
                switch (state) {
                    case REVERTED -> report.why() + "; everything is as it was before";
                    case BROKEN ->
                            report.why() + "; see /var/lib/railhead/runs/" + report.id() + " there";
                    case UNKNOWN ->
                            "run "
                                    + report.id()
                                    + " is "
                                    + report.state().word()
                                    + " there; apply again to bring it to an end";
                    case DONE, NOTHING_TO_DO, REFUSED, UNREACHABLE, NOT_TRIED, ROLLED_BACK ->
                            report.why();
                };
        return new HostOutcome(host.name(), state, why, report.steps());
    }
}
