package io.railhead.cli;

import io.railhead.configure.ApplyEvent;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.Rollback;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.model.intent.Cluster;
import io.railhead.model.intent.Switch;
import io.railhead.reach.Transport;
import io.railhead.switches.live.SwitchApply;
import io.railhead.switches.live.SwitchJournal;
import io.railhead.switches.live.SwitchPlan;
import io.railhead.switches.live.SwitchPlanner;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The switches beside the hosts in `plan`, `apply` and `rollback`.
final class SwitchSide {
    private final Console console;
    private final Cluster whole;
    private final List<Switch> switches;
    private final Transport transport;
    private final ReachOptions reach;
    private final SwitchJournal journal;

    /// @param devices what `--hosts` left, and the whole intent: sizes are derived from all hosts
    SwitchSide(
            Console console,
            ClusterOptions.Devices devices,
            Transport transport,
            ReachOptions reach) {
        this.console = console;
        this.whole = devices.whole();
        this.switches = devices.switches();
        this.transport = transport;
        this.reach = reach;
        this.journal =
                new SwitchJournal(
                        io.railhead.configure.LocalJournal.directory(console.environment())
                                .resolveSibling("switches"));
    }

    SwitchPlan plan() {
        if (switches.isEmpty()) {
            return SwitchPlan.NONE;
        }
        try (Progress progress = new Progress(console, "planning switches", switches.size())) {
            return new SwitchPlanner(transport, reach.timeout(), journal)
                    .plan(whole, switches, progress::step);
        }
    }

    SwitchApply engine(int confirmWithin, Consumer<ApplyEvent> listener) {
        return new SwitchApply(
                transport,
                reach.timeout(),
                Clock.systemUTC(),
                ChangeOptions.controller(console),
                confirmWithin,
                journal,
                listener);
    }

    /// Brings runs to an end that were cut short on these switches.
    ///
    /// @return switches that must not be worked on, and why
    Map<String, String> settle(SwitchApply engine) {
        return engine.settle(whole.name(), switches);
    }

    /// The journals of hosts with those of switches, which are kept here.
    Rollback.Journals with(Rollback.Journals hosts) {
        LinkedHashMap<String, List<RunReport>> runs = new LinkedHashMap<>(hosts.runs());
        switches.forEach(s -> runs.put(s.name(), journal.reports(whole.name(), s.name())));
        return new Rollback.Journals(runs, hosts.unreachable(), hosts.notes());
    }

    List<HostOutcome> rollBack(SwitchApply engine, String run, boolean force) {
        return engine.rollBack(whole.name(), switches, run, force);
    }

    /// How a run ended on hosts and switches together.
    static RunResult together(String run, List<HostOutcome> first, List<HostOutcome> then) {
        List<HostOutcome> all = new ArrayList<>(first);
        all.addAll(then);
        boolean begun = all.stream().anyMatch(o -> o.state().hasBegun());
        return new RunResult(begun ? run : "", all);
    }

    /// Hosts that are not begun, since a switch failed.
    static List<HostOutcome> notTried(List<String> hosts, List<String> changed) {
        Set<String> with = new LinkedHashSet<>(changed);
        return hosts.stream()
                .map(
                        h ->
                                with.contains(h)
                                        ? new HostOutcome(
                                                h,
                                                HostOutcome.State.NOT_TRIED,
                                                "a switch failed: the lossless class must be there"
                                                        + " before hosts send into it",
                                                List.of())
                                        : new HostOutcome(
                                                h, HostOutcome.State.NOTHING_TO_DO, "", List.of()))
                .toList();
    }
}
