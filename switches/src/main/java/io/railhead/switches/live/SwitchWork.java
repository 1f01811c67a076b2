package io.railhead.switches.live;

import io.railhead.configure.Sha256;
import io.railhead.fabric.LosslessDesign;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Secrets;
import io.railhead.reach.Transport;
import io.railhead.reach.Unreachable;
import io.railhead.switches.Dialect;
import io.railhead.switches.Difference;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/// One run on one switch: made whole, or taken back whole. Every step is written down before it is
/// done, so that whoever comes after a connection or a controller was lost knows where it stood.
final class SwitchWork {
    /// Between looks at what a switch shows: well below any time that it waits to be confirmed.
    private static final List<Duration> LOOK_AGAIN =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(3));

    private final Transport transport;
    private final Switch device;
    private final Dialect dialect;
    private final Duration timeout;
    private final Duration within;
    private final SwitchJournal journal;
    private final Runnable confirming;

    /// @param within how long the switch waits to be confirmed
    /// @param confirming called when all lines are entered
    SwitchWork(
            Transport transport,
            Switch device,
            Dialect dialect,
            Duration timeout,
            Duration within,
            SwitchJournal journal,
            Runnable confirming) {
        this.transport = transport;
        this.device = device;
        this.dialect = dialect;
        this.timeout = timeout;
        this.within = within;
        this.journal = journal;
        this.confirming = confirming;
    }

    /// Something does not allow it, and nothing was entered.
    static final class NotBegun extends Exception {
        private static final long serialVersionUID = 1L;

        NotBegun(String message) {
            super(message);
        }
    }

    /// The run was begun, and what stopped it; where it stands is in the journal.
    static final class Stopped extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient SwitchRecord record;

        Stopped(SwitchRecord record, String why) {
            super(why);
            this.record = record;
        }

        SwitchRecord record() {
            return record;
        }
    }

    /// Makes a run.
    ///
    /// @param planned of which memory and fingerprints are not yet known
    /// @param design that it makes, to be held against what the switch shows then; empty when it
    ///     makes a part of one, or takes one back
    /// @return the run, done
    SwitchRecord make(SwitchRecord planned, Optional<LosslessDesign> design)
            throws NotBegun, Stopped, IOException {
        String name = RunNames.of(planned);
        SwitchRecord record;
        Map<String, String> before;
        LiveSwitch first = begin(planned, name);
        try (first) {
            String text;
            try {
                first.ready();
                text = first.running();
                before = dialect.running(text);
            } catch (Unreachable | SwitchRefusal e) {
                throw new NotBegun(reason(e));
            }
            if (!planned.isUnmade(before)) {
                throw new NotBegun(
                        String.join(", ", moved(planned, before))
                                + " changed since the plan was made; nothing was changed: plan"
                                + " again");
            }
            record = planned.withMemory(first.memory(before)).withBefore(Sha256.of(text));
            journal.write(record);
            try {
                first.change(name, dialect.enter(record.differences(), before), within);
            } catch (Unreachable | SwitchRefusal e) {
                throw new Stopped(record, reason(e));
            }
        }
        confirming.run();
        // What was changed may have cut off all but the connection that was open already.
        try (LiveSwitch fresh = LiveSwitch.open(transport, device, timeout)) {
            Map<String, String> after = dialect.running(fresh.running());
            Optional<String> trouble = trouble(fresh, record, before, after);
            if (trouble.isPresent()) {
                throw new Stopped(record, trouble.get());
            }
            if (design.isPresent()) {
                Shown shown = shown(fresh, design.get());
                if (shown.trouble().isPresent()) {
                    throw new Stopped(record, shown.trouble().get());
                }
                record = record.withShown(shown.text());
            }
            record = record.with(SwitchRecord.State.CONFIRMING, "");
            journal.write(record);
            return confirm(fresh, name, record);
        } catch (Unreachable | SwitchRefusal e) {
            throw new Stopped(record, reason(e));
        }
    }

    /// Asks until nothing speaks against it: what was entered takes a moment to reach the chip.
    private Shown shown(LiveSwitch live, LosslessDesign design) throws Unreachable {
        Shown shown = Shown.of(live, device, design);
        for (Duration pause : LOOK_AGAIN) {
            if (shown.trouble().isEmpty()) {
                return shown;
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return shown;
            }
            shown = Shown.of(live, device, design);
        }
        return shown;
    }

    private LiveSwitch begin(SwitchRecord planned, String name) throws NotBegun {
        LiveSwitch live = null;
        try {
            live = LiveSwitch.open(transport, device, timeout);
            Map<String, Boolean> standing = live.standing();
            for (Map.Entry<String, Boolean> e : standing.entrySet()) {
                if (e.getValue()) {
                    throw new NotBegun(
                            e.getKey()
                                    + " waits there to be confirmed, and is not of run "
                                    + planned.run()
                                    + ": another controller is at work, or was; the switch takes it"
                                    + " back by itself");
                }
                if (e.getKey().equals(name)) {
                    live.revert(name, planned.memory());
                }
            }
            LiveSwitch good = live;
            live = null;
            return good;
        } catch (Unreachable | SwitchRefusal e) {
            throw new NotBegun(reason(e));
        } finally {
            if (live != null) {
                live.close();
            }
        }
    }

    private SwitchRecord confirm(LiveSwitch live, String name, SwitchRecord record)
            throws Unreachable, SwitchRefusal, Stopped, IOException {
        live.confirm(name, record.memory());
        String text = live.running();
        if (!record.isMade(dialect.running(text))) {
            throw new Stopped(
                    record, "it was not confirmed in time: the switch had taken it back by itself");
        }
        SwitchRecord done = record.with(SwitchRecord.State.DONE, "").withAfter(Sha256.of(text));
        journal.write(done);
        return done;
    }

    /// Brings a run to an end that was stopped or cut short: on when it had been read back as
    /// wanted, back otherwise.
    ///
    /// @return the run, done or reverted
    SwitchRecord settle(SwitchRecord record) throws Unreachable, SwitchRefusal, IOException {
        String name = RunNames.of(record);
        try (LiveSwitch live = LiveSwitch.open(transport, device, timeout)) {
            if (record.state() == SwitchRecord.State.CONFIRMING
                    && record.isMade(dialect.running(live.running()))) {
                try {
                    return confirm(live, name, record);
                } catch (Stopped e) {
                    // The switch's own timer came first: it is back.
                    return settle(record.with(SwitchRecord.State.RECORDED, ""));
                }
            }
            live.revert(name, record.memory());
            String text = live.running();
            Map<String, String> running = dialect.running(text);
            if (!record.isUnmade(running)) {
                takeBack(live, name, record, running);
                text = live.running();
                running = dialect.running(text);
            }
            List<String> left = left(record, running);
            if (!left.isEmpty()) {
                throw new SwitchRefusal(
                        "taking run " + record.run() + " back",
                        "it left " + String.join(", ", left));
            }
            SwitchRecord back =
                    record.with(SwitchRecord.State.REVERTED, record.why())
                            .withAfter(Sha256.of(text));
            journal.write(back);
            return back;
        }
    }

    /// What stands unguarded, line by line: the switch's own way back is gone.
    private void takeBack(
            LiveSwitch live, String name, SwitchRecord record, Map<String, String> running)
            throws Unreachable, SwitchRefusal {
        List<Difference> made = new ArrayList<>();
        for (Difference d : record.differences()) {
            Optional<String> now = SwitchRecord.at(running, d.wanted().slot());
            if (now.equals(d.wanted().line()) && !now.equals(d.is())) {
                made.add(d);
            }
        }
        if (made.isEmpty()) {
            return;
        }
        live.change(name, dialect.enter(Difference.undo(made), running), within);
        try (LiveSwitch fresh = LiveSwitch.open(transport, device, timeout)) {
            fresh.confirm(name, record.memory());
        }
    }

    private static List<String> left(SwitchRecord record, Map<String, String> running) {
        return record.differences().stream()
                .filter(d -> !d.wanted().line().equals(d.is()))
                .filter(d -> d.wanted().line().isPresent())
                .filter(d -> SwitchRecord.at(running, d.wanted().slot()).equals(d.wanted().line()))
                .map(d -> d.wanted().slot())
                .toList();
    }

    /// Why what reads back is not what it should be; empty when it is.
    private static Optional<String> trouble(
            LiveSwitch live,
            SwitchRecord record,
            Map<String, String> before,
            Map<String, String> after) {
        for (Difference d : record.differences()) {
            Optional<String> is = SwitchRecord.at(after, d.wanted().slot());
            if (!is.equals(d.wanted().line())) {
                return Optional.of(
                        "reads back otherwise: "
                                + d.wanted().slot()
                                + " is «"
                                + is.orElse("")
                                + "», entered was «"
                                + d.wanted().line().orElse("")
                                + "»");
            }
        }
        List<String> own = record.differences().stream().map(d -> d.wanted().slot()).toList();
        TreeSet<String> slots = new TreeSet<>(before.keySet());
        slots.addAll(after.keySet());
        slots.removeAll(own);
        for (String slot : slots) {
            // The heading of what was entered comes and goes with it.
            boolean heading =
                    own.stream()
                            .anyMatch(
                                    o ->
                                            o.startsWith(slot + " / ")
                                                    || (slot.endsWith(" / ")
                                                            && o.startsWith(slot)));
            if (!heading
                    && !live.isOwn(slot)
                    && !SwitchRecord.at(before, slot).equals(SwitchRecord.at(after, slot))) {
                return Optional.of(
                        "entering it changed what is not Railhead's: " + Secrets.mask(slot));
            }
        }
        return Optional.empty();
    }

    private static List<String> moved(SwitchRecord record, Map<String, String> running) {
        return record.differences().stream()
                .filter(d -> !d.is().equals(SwitchRecord.at(running, d.wanted().slot())))
                .map(d -> d.wanted().slot())
                .toList();
    }

    private String reason(Exception e) {
        return SwitchPlanner.withoutName(device, e.getMessage());
    }
}
