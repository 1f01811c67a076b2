package io.railhead.configure;

import io.railhead.model.intent.Host;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// A run on one machine, seen from here. The worker there goes on by itself when the connection is
/// lost; how it ended is then asked over a fresh one. A run under a dead-man's switch is confirmed
/// over one.
final class HostRun {
    /// Over a connection that no longer answers nothing ends: after this the machine is asked anew,
    /// at first often, since what may cut the connection is done by then.
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    /// As long as a run without a switch goes on, it is asked about so often beside its connection.
    private static final Duration BESIDE = Duration.ofSeconds(15);

    /// For so long after its limit a host that cannot be asked is asked on: taking back takes time.
    private static final Duration AFTERWARDS = Duration.ofSeconds(30);

    private final Machines machines;
    private final Consumer<ApplyEvent> listener;

    HostRun(Machines machines, Consumer<ApplyEvent> listener) {
        this.machines = machines;
        this.listener = listener;
    }

    /// @param id the run, as the machine reports it
    /// @param label of the script, as a transcript should cite it
    /// @param script begins the run and waits until it comes to rest
    /// @param status asks how the run stands
    /// @param limit how long the run may take in all
    /// @param within seconds in which it must be confirmed; empty when no switch guards it
    record Task(
            Host host,
            String id,
            String label,
            String script,
            String status,
            Duration limit,
            OptionalInt within) {}

    /// How it went, as far as it is known here.
    sealed interface Ending {
        /// Why the machine would not begin, if that is how it ended.
        default Optional<Reply.Refusal> refusal() {
            return this instanceof Answered(Reply reply) ? reply.refusal() : Optional.empty();
        }

        /// The run came to rest.
        ///
        /// @param lastTry what the last try to reach it in vain met
        record Rested(RunReport report, String lastTry) implements Ending {}

        /// The machine answered, with something else than a run that came to rest.
        record Answered(Reply reply) implements Ending {}

        /// The machine was reached and has no such run.
        record NeverBegan(String why) implements Ending {}

        /// It could not be asked any more.
        ///
        /// @param begun whether it is known to have begun
        /// @param late whether the time in which it had to be confirmed is over
        record Lost(boolean begun, String why, boolean late) implements Ending {}
    }

    Ending follow(Task task) {
        CompletableFuture<Machines.Answer> first =
                CompletableFuture.supplyAsync(
                        () -> machines.ask(task.host(), task.label(), task.script(), task.limit()),
                        r -> Thread.ofVirtual().start(r));
        boolean guarded = task.within().isPresent();
        long deadline = System.nanoTime() + task.limit().toNanos();
        long asked = System.nanoTime();
        long heard = System.nanoTime();
        boolean begun = false;
        boolean told = false;
        String why = "no answer";
        String failed = "";
        while (System.nanoTime() < deadline) {
            Machines.Answer answer = await(first);
            if (first.isDone()) {
                Optional<RunReport> report = report(answer, task.id());
                if (report.isPresent() && rests(report.get())) {
                    return rested(task, report.get(), failed);
                }
                if (report.isEmpty() && answer.reply().isPresent()) {
                    return new Ending.Answered(answer.reply().get());
                }
                why = answer.unreachable().isEmpty() ? why : answer.unreachable();
            } else if (!guarded && System.nanoTime() - asked < BESIDE.toNanos()) {
                continue;
            }
            Machines.Answer status =
                    machines.ask(task.host(), "status", task.status(), machines.timeout());
            asked = System.nanoTime();
            Optional<RunReport> report = report(status, task.id());
            if (report.isPresent()) {
                begun = true;
                if (rests(report.get())) {
                    return rested(task, report.get(), failed);
                }
            }
            if (status.reply().isPresent()) {
                heard = System.nanoTime();
                told = false;
                if (report.isEmpty() && first.isDone() && !beginning(status) && !begun) {
                    return new Ending.NeverBegan(why);
                }
            } else {
                why = status.unreachable();
                failed = why;
                if (!told) {
                    told = true;
                    long until =
                            first.isDone()
                                    ? Math.min(deadline, heard + silence(task).toNanos())
                                    : deadline;
                    noAnswer(task, why, until);
                }
            }
            if (first.isDone()) {
                if (System.nanoTime() - heard > silence(task).toNanos()) {
                    break;
                }
                pause();
            }
        }
        return new Ending.Lost(begun, why, false);
    }

    private void noAnswer(Task task, String why, long until) {
        long seconds = Duration.ofNanos(Math.max(0, until - System.nanoTime())).toSeconds();
        listener.accept(new ApplyEvent.NoAnswer(task.host().name(), why, seconds));
    }

    /// How long a machine may be silent before it is given up here: with a switch, until that must
    /// have been decided and what it takes back is taken back.
    private Duration silence(Task task) {
        Duration base = machines.timeout().multipliedBy(2);
        return task.within().isPresent()
                ? base.plusSeconds(4L * task.within().getAsInt())
                : base.plusSeconds(60);
    }

    private static boolean rests(RunReport report) {
        return !report.working() || report.state() == RunReport.State.APPLIED;
    }

    private static boolean beginning(Machines.Answer status) {
        return status.reply().filter(r -> r.host().containsKey("beginning")).isPresent();
    }

    private Ending rested(Task task, RunReport report, String lastTry) {
        if (report.state().isFinal()
                || task.within().isEmpty()
                || !report.guarded()
                || report.abandoned()) {
            return new Ending.Rested(report, lastTry);
        }
        return confirm(task, report, lastTry);
    }

    /// Confirms over fresh connections until it is decided, one way or the other.
    private Ending confirm(Task task, RunReport standing, String lastTry) {
        int within = task.within().orElseThrow();
        listener.accept(
                new ApplyEvent.Confirming(task.host().name(), within, standing.outlastsReboot()));
        // Taking back takes its time too; until then the answer may still be learnt.
        long deadline = System.nanoTime() + Duration.ofSeconds(3L * within + 60).toNanos();
        // But a host that is silent long after its limit may have been kept by somebody else.
        long silent = System.nanoTime() + Duration.ofSeconds(within).plus(AFTERWARDS).toNanos();
        Duration limit = Duration.ofSeconds(Math.max(3, within / 3));
        String last = lastTry;
        boolean told = false;
        while (System.nanoTime() < deadline) {
            Machines.Answer answer =
                    machines.confirm(
                            task.host(),
                            Scripts.prove(task.id(), (int) limit.toSeconds() - 1),
                            Scripts.confirm(task.id()),
                            proof ->
                                    report(proof, task.id())
                                            .filter(r -> r.state() == RunReport.State.APPLIED)
                                            .isPresent(),
                            limit);
            Optional<RunReport> report = report(answer, task.id());
            // Its switch may end only after it was first asked about.
            if (report.filter(r -> r.state().isFinal() || r.abandoned()).isPresent()) {
                return new Ending.Rested(report.orElseThrow(), last);
            }
            last = answer.unreachable().isEmpty() ? last : answer.unreachable();
            if (report.isEmpty() && !told) {
                noAnswer(task, last, silent);
            }
            told = report.isEmpty();
            if (report.isPresent()) {
                silent = Math.max(silent, System.nanoTime() + AFTERWARDS.toNanos());
            } else if (System.nanoTime() > silent) {
                break;
            }
            pause();
        }
        return new Ending.Lost(true, last.isEmpty() ? "no answer" : last, true);
    }

    private static Machines.Answer await(CompletableFuture<Machines.Answer> first) {
        try {
            return first.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Machines.Answer.none("");
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
}
