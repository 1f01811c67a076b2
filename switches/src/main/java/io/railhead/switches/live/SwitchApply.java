package io.railhead.switches.live;

import io.railhead.configure.ApplyEvent;
import io.railhead.configure.Controller;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.HostOutcome.State;
import io.railhead.configure.RunReport;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes the changes of a plan on switches, one after the other, and takes runs back.
public final class SwitchApply {
    /// Between tries to reach a switch again: at once, then later and later.
    private static final List<Duration> AGAIN =
            List.of(
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(10));

    private final Transport transport;
    private final Duration timeout;
    private final Clock clock;
    private final Controller controller;
    private final int confirmWithinSeconds;
    private final SwitchJournal journal;
    private final Consumer<ApplyEvent> listener;

    /// @param timeout for logging in
    /// @param confirmWithinSeconds how long a switch waits before it takes back what it was given
    public SwitchApply(
            Transport transport,
            Duration timeout,
            Clock clock,
            Controller controller,
            int confirmWithinSeconds,
            SwitchJournal journal,
            Consumer<ApplyEvent> listener) {
        this.transport = transport;
        this.timeout = timeout;
        this.clock = clock;
        this.controller = controller;
        this.confirmWithinSeconds = confirmWithinSeconds;
        this.journal = journal;
        this.listener = listener;
    }

    /// Brings runs to an end that were cut short on these switches. After it, plan again.
    ///
    /// @return switches that must not be worked on, and why
    public Map<String, String> settle(String cluster, List<Switch> switches) {
        Map<String, String> refused = new LinkedHashMap<>();
        for (Switch device : switches) {
            Optional<Dialect> dialect = Dialect.of(device.system());
            Optional<SwitchRecord> open = journal.unfinished(cluster, device.name());
            if (dialect.isEmpty() || open.isEmpty()) {
                continue;
            }
            try {
                Optional<SwitchJournal.Held> held = journal.hold(device.name());
                if (held.isEmpty()) {
                    refused.put(device.name(), BUSY);
                    continue;
                }
                try (var _ = held.get()) {
                    SwitchRecord settled = work(device, dialect.get()).settle(open.get());
                    listener.accept(
                            new ApplyEvent.Settled(device.name(), settled.run(), word(settled)));
                }
            } catch (Unreachable | SwitchRefusal | IOException e) {
                refused.put(
                        device.name(),
                        "run "
                                + open.get().run()
                                + " could not be brought to an end: "
                                + SwitchPlanner.withoutName(device, e.getMessage()));
            }
        }
        return refused;
    }

    private static final String BUSY = "another railhead of this machine is at work there";

    private static String word(SwitchRecord settled) {
        boolean apply = settled.kind() == SwitchRecord.Kind.APPLY;
        return settled.state() == SwitchRecord.State.DONE
                ? apply ? State.DONE.word() : State.ROLLED_BACK.word()
                : apply ? State.REVERTED.word() : "rollback undone";
    }

    /// Applies every change of the plan, switch by switch; after one that failed none is tried.
    ///
    /// @return how it ended on each, in the plan's order
    public List<HostOutcome> run(SwitchPlan plan, String runId) {
        List<HostOutcome> outcomes = new ArrayList<>();
        boolean failed = false;
        for (SwitchPlan.Look look : plan.looks()) {
            HostOutcome outcome;
            if (!look.unreachable().isEmpty()) {
                outcome = of(look.device(), State.UNREACHABLE, look.unreachable());
            } else if (look.differences().isEmpty()) {
                outcome = of(look.device(), State.NOTHING_TO_DO, "");
            } else if (failed) {
                outcome = of(look.device(), State.NOT_TRIED, "an earlier switch failed");
            } else {
                outcome =
                        make(
                                look.device(),
                                look.dialect(),
                                record(
                                        runId,
                                        look.device(),
                                        plan.cluster(),
                                        SwitchRecord.Kind.APPLY,
                                        look.differences()),
                                look.design());
            }
            failed |= !outcome.state().isGood();
            outcomes.add(outcome);
        }
        return outcomes;
    }

    private static HostOutcome of(Switch device, State state, String why) {
        return new HostOutcome(device.name(), state, why, List.of());
    }

    private SwitchRecord record(
            String run,
            Switch device,
            String cluster,
            SwitchRecord.Kind kind,
            List<Difference> differences) {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("controller", controller.host());
        about.put("user", controller.user());
        about.put("pid", Long.toString(controller.pid()));
        about.put("version", controller.version());
        about.put("at", clock.instant().truncatedTo(ChronoUnit.SECONDS).toString());
        about.put("within", Integer.toString(confirmWithinSeconds));
        return new SwitchRecord(
                run,
                device.name(),
                cluster,
                kind,
                SwitchRecord.State.RECORDED,
                "",
                about,
                Map.of(),
                "",
                "",
                differences);
    }

    private SwitchWork work(Switch device, Dialect dialect) {
        return new SwitchWork(
                transport,
                device,
                dialect,
                timeout,
                Duration.ofSeconds(confirmWithinSeconds),
                journal,
                () ->
                        listener.accept(
                                new ApplyEvent.Confirming(
                                        device.name(), confirmWithinSeconds, true)));
    }

    private HostOutcome make(
            Switch device, Dialect dialect, SwitchRecord planned, Optional<LosslessDesign> design) {
        listener.accept(new ApplyEvent.HostStarted(device.name(), planned.steps().size()));
        HostOutcome outcome = made(device, dialect, planned, design);
        listener.accept(new ApplyEvent.HostDone(outcome));
        return outcome;
    }

    private HostOutcome made(
            Switch device, Dialect dialect, SwitchRecord planned, Optional<LosslessDesign> design) {
        boolean apply = planned.kind() == SwitchRecord.Kind.APPLY;
        try {
            Optional<SwitchJournal.Held> held = journal.hold(device.name());
            if (held.isEmpty()) {
                return of(device, State.REFUSED, BUSY);
            }
            try (var _ = held.get()) {
                SwitchWork work = work(device, dialect);
                SwitchRecord done = work.make(planned, design);
                return new HostOutcome(
                        device.name(),
                        apply ? State.DONE : State.ROLLED_BACK,
                        apply ? done.shown() : journal.compared(done),
                        done.steps());
            } catch (SwitchWork.NotBegun e) {
                return of(device, State.REFUSED, String.valueOf(e.getMessage()));
            } catch (SwitchWork.Stopped e) {
                return recovered(device, dialect, e.record(), String.valueOf(e.getMessage()));
            }
        } catch (IOException e) {
            // Without a record there is no way back but the switch's own.
            return of(
                    device,
                    State.UNKNOWN,
                    "the journal here cannot be written ("
                            + e.getMessage()
                            + "); what was entered there is taken back by the switch itself");
        }
    }

    private HostOutcome recovered(
            Switch device, Dialect dialect, SwitchRecord stopped, String why) {
        String last = "";
        for (Duration pause : AGAIN) {
            try {
                Thread.sleep(pause);
                SwitchRecord settled =
                        work(device, dialect).settle(stopped.with(stopped.state(), why));
                boolean done = settled.state() == SwitchRecord.State.DONE;
                boolean apply = settled.kind() == SwitchRecord.Kind.APPLY;
                return new HostOutcome(
                        device.name(),
                        done ? (apply ? State.DONE : State.ROLLED_BACK) : State.REVERTED,
                        done
                                ? why + "; it was brought to its end over another connection"
                                : why
                                        + (apply
                                                ? "; everything is as it was before"
                                                : "; taking it back was undone"),
                        settled.steps());
            } catch (Unreachable e) {
                last = SwitchPlanner.withoutName(device, e.getMessage());
            } catch (SwitchRefusal | IOException e) {
                return broken(device, stopped, why + "; then " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                break;
            }
        }
        return new HostOutcome(
                device.name(),
                State.UNKNOWN,
                why
                        + "; not reached again ("
                        + last
                        + "): the switch takes the run back by itself unless it was confirmed;"
                        + " apply again or roll back once it answers",
                stopped.steps());
    }

    private HostOutcome broken(Switch device, SwitchRecord stopped, String why) {
        SwitchRecord broken = stopped.with(SwitchRecord.State.BROKEN, why);
        try {
            journal.write(broken);
        } catch (IOException e) {
            return new HostOutcome(
                    device.name(), State.BROKEN, why + "; " + e.getMessage(), broken.steps());
        }
        return new HostOutcome(device.name(), State.BROKEN, why, broken.steps());
    }

    /// Takes a run back on switches that have it.
    ///
    /// @param force also what was changed since
    public List<HostOutcome> rollBack(
            String cluster, List<Switch> switches, String runId, boolean force) {
        List<HostOutcome> outcomes = new ArrayList<>();
        for (Switch device : switches.reversed()) {
            Optional<Dialect> dialect = Dialect.of(device.system());
            Optional<RunReport> report =
                    journal.reports(cluster, device.name()).stream()
                            .filter(r -> r.id().equals(runId))
                            .findFirst();
            if (dialect.isPresent() && report.isPresent()) {
                outcomes.add(rollBack(cluster, device, dialect.get(), report.get(), force));
            }
        }
        return outcomes;
    }

    private HostOutcome rollBack(
            String cluster, Switch device, Dialect dialect, RunReport report, boolean force) {
        if (!report.state().isFinal()) {
            Map<String, String> refused = settle(cluster, List.of(device));
            if (!refused.isEmpty()) {
                return of(
                        device,
                        State.UNKNOWN,
                        refused.getOrDefault(device.name(), "it is not at rest"));
            }
        }
        List<SwitchRecord> records = journal.of(cluster, device.name());
        SwitchRecord applied =
                records.stream()
                        .filter(r -> r.kind() == SwitchRecord.Kind.APPLY)
                        .filter(r -> r.run().equals(report.id()))
                        .findFirst()
                        .orElseThrow();
        RunReport now =
                journal.reports(cluster, device.name()).stream()
                        .filter(r -> r.id().equals(report.id()))
                        .findFirst()
                        .orElse(report);
        if (now.state().isGone()) {
            boolean justNow = !report.state().isFinal();
            return new HostOutcome(
                    device.name(),
                    justNow ? State.ROLLED_BACK : State.NOTHING_TO_DO,
                    justNow
                            ? ""
                            : "the run is " + now.state().word().replace('-', ' ') + " already",
                    now.steps());
        }
        List<String> above = journal.above(applied);
        if (!above.isEmpty() && !force) {
            return of(
                    device,
                    State.REFUSED,
                    "later runs changed the same: roll back "
                            + String.join(", ", above.reversed())
                            + " first");
        }
        return takeBack(device, dialect, applied, force);
    }

    private HostOutcome takeBack(
            Switch device, Dialect dialect, SwitchRecord applied, boolean force) {
        Map<String, String> running;
        try (LiveSwitch live = LiveSwitch.open(transport, device, timeout)) {
            running = dialect.running(live.running());
        } catch (Unreachable | SwitchRefusal e) {
            return of(device, State.UNREACHABLE, SwitchPlanner.withoutName(device, e.getMessage()));
        }
        List<Difference> back = new ArrayList<>();
        List<String> moved = new ArrayList<>();
        for (Difference d : Difference.undo(applied.differences())) {
            Optional<String> is = SwitchRecord.at(running, d.wanted().slot());
            if (!is.equals(d.is())) {
                moved.add(d.wanted().slot());
            }
            if (!is.equals(d.wanted().line())) {
                back.add(new Difference(d.wanted(), is));
            }
        }
        if (!moved.isEmpty() && !force) {
            return of(
                    device,
                    State.REFUSED,
                    String.join(", ", moved)
                            + " changed since the run; nothing was taken back: --force does it all"
                            + " the same");
        }
        return make(
                device,
                dialect,
                record(applied.run(), device, applied.cluster(), SwitchRecord.Kind.ROLLBACK, back),
                Optional.empty());
    }
}
