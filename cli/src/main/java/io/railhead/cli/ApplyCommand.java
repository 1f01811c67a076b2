package io.railhead.cli;

import io.railhead.cli.changes.Narrator;
import io.railhead.cli.changes.PlanText;
import io.railhead.cli.changes.ResultJson;
import io.railhead.cli.changes.ResultText;
import io.railhead.cli.changes.Untried;
import io.railhead.cli.changes.WhereItStands;
import io.railhead.configure.Apply;
import io.railhead.configure.Confirmation;
import io.railhead.configure.Controller;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.Machines;
import io.railhead.configure.Plan;
import io.railhead.configure.PlannedChange;
import io.railhead.configure.Prepared;
import io.railhead.configure.Resources;
import io.railhead.configure.Rollback;
import io.railhead.configure.RunIds;
import io.railhead.configure.RunResult;
import io.railhead.configure.Unfinished;
import io.railhead.configure.Wave;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import io.railhead.store.Run;
import io.railhead.switches.live.SwitchApply;
import io.railhead.switches.live.SwitchPlan;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead apply`.
@Command(
        name = "apply",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Makes the hosts as the intent wants them.",
            "",
            "Looks again, records on each host what was there, changes, and reads back; a host is"
                    + " changed whole or not at all. What may cut the connection takes itself back"
                    + " unless confirmed over a fresh one. One host first, then wave by wave,"
                    + " stopping where one fails. A second apply changes nothing."
        },
        footer = {
            "",
            "Example: railhead apply --hosts 'gpu[001-064]' --canary gpu007 --wave 16",
            "Each host keeps its record under /var/lib/railhead/runs; this machine keeps which runs"
                    + " it began under ~/.local/state/railhead/runs (XDG_STATE_HOME).",
            "Exit status: 0 all as wanted; 1 something failed, was refused, cannot be had, or"
                    + " cannot be told;"
                    + " 2 wrong usage or input; 3 a host could not be reached."
        })
public final class ApplyCommand implements Callable<Integer> {
    /// Seconds that the dead-man's switch waits, unless told otherwise: a connection through a
    /// bastion takes a few, twice.
    static final int CONFIRM_WITHIN = 30;

    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "PLAN",
            description =
                    "A plan kept by «railhead plan -o change.plan»; only what is in it is done.")
    @Nullable String planFile;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private ChangeOptions changes = new ChangeOptions();
    @Mixin private KeepOptions keep = new KeepOptions();
    @Mixin private ReachOptions reach = new ReachOptions();
    @Mixin private OutputOptions output = new OutputOptions();

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    boolean yes;

    @Mixin private WaveOptions waves = new WaveOptions();

    @Option(
            names = "--confirm-within",
            paramLabel = "SECONDS",
            description =
                    "How long a changed host waits for a fresh connection before it takes back what may"
                            + " have cut it off (default: ${DEFAULT-VALUE}).",
            defaultValue = "30")
    int confirmWithin = CONFIRM_WITHIN;

    @Option(
            names = {"-v", "--verbose"},
            description =
                    "Show every host's own text, also where only addresses differ, and every change"
                            + " made.")
    boolean verbose;

    @Option(
            names = "--confirm",
            paramLabel = "RUN",
            description =
                    "Change nothing: keep this run, which waits to be confirmed, as it is made. Each"
                            + " host reads it back first.")
    @Nullable String confirm;

    ApplyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        waves.validate();
        ChangeOptions.checkConfirmWithin(confirmWithin);
        if (confirm != null) {
            return keep(confirm);
        }
        if (!yes && !console.inTerminal()) {
            throw new UserError(
                    "apply asks before it changes anything, and there is no terminal to ask on:"
                            + " look at «railhead plan» first, then add --yes");
        }
        Optional<KeptPlan> kept =
                Optional.ofNullable(planFile).map(file -> KeptPlan.read(console, file));
        ClusterOptions.Devices devices = clusters.loadDevices(console);
        Cluster cluster = devices.cluster();
        kept.ifPresent(plan -> plan.refuseOther(cluster));
        ChangeOptions.tellLeftOpen(console, cluster);
        Resources resources = Resources.installed();
        List<String> canaries = waves.canaries(cluster);
        var filter = changes.filter(resources);
        try (Transport transport = SourceOptions.transport(console, reach);
                Progress progress = new Progress(console, "applying", devices.count());
                WhereItStands stands =
                        new WhereItStands(console.err(), "apply", new Narrator(progress))) {
            Machines machines = new Machines(transport, reach.parallel(), reach.timeout());
            Apply engine =
                    new Apply(
                            machines,
                            Clock.systemUTC(),
                            ChangeOptions.controller(console),
                            new Apply.Settings(confirmWithin, waves.size, canaries),
                            ChangeOptions.journal(console),
                            stands);
            Plan.Origin origin = ChangeOptions.origin(console, clusters, cluster.file());
            Prepared prepared = PlanCommand.prepare(console, resources, machines, cluster, origin);
            SwitchSide side = new SwitchSide(console, devices, transport, reach);
            SwitchApply switchEngine = side.engine(confirmWithin, stands);
            SwitchPlan switches = side.plan();
            if (!switches.interrupted().isEmpty()) {
                Map<String, String> cut = new LinkedHashMap<>(switches.interrupted());
                cut.replaceAll((d, run) -> "run " + run + " was cut short");
                settle(cut, () -> side.settle(switchEngine));
                switches = side.plan();
            }
            if (!prepared.plan().interrupted().isEmpty()) {
                Prepared found = prepared;
                settle(cutShort(found.plan()), () -> engine.settle(found));
                prepared = PlanCommand.prepare(console, resources, machines, cluster, origin);
            }
            changes.refuseUnknown(prepared, switches);
            if (kept.isPresent()) {
                PlanText text = new PlanText(console, verbose);
                switches = kept.get().narrowed(switches, console, text);
                prepared = kept.get().narrowed(prepared, console, text);
            }
            switches = changes.narrowed(switches);
            List<String> missing = prepared.missingNeeds(filter);
            if (!missing.isEmpty()) {
                throw new UserError(
                        "--only leaves out what is needed: " + String.join("; ", missing));
            }
            ChangeOptions.tellJournalsLost(console, prepared);
            return apply(
                    engine, changes.narrowed(prepared, filter), switchEngine, switches, stands);
        }
    }

    private int keep(String run) {
        if (planFile != null) {
            throw new UserError("--confirm keeps what is made already; it takes no plan");
        }
        if (!RunIds.isValid(run)) {
            throw new UserError(
                    "--confirm " + run + ": no name of a run; «railhead rollback --list» has them");
        }
        Cluster cluster = clusters.load(console);
        try (Transport transport = SourceOptions.transport(console, reach);
                Progress progress = new Progress(console, "confirming", cluster.hosts().size())) {
            Machines machines = new Machines(transport, reach.parallel(), reach.timeout());
            Narrator narrator = new Narrator(progress);
            Rollback.Journals journals =
                    new Rollback(
                                    machines,
                                    Clock.systemUTC(),
                                    ChangeOptions.controller(console),
                                    confirmWithin,
                                    narrator)
                            .journals(cluster);
            if (journals.of(run).isEmpty()) {
                journals.unreachable().forEach((h, why) -> console.err().println(h + ": " + why));
                throw new UserError(
                        journals.unreachable().isEmpty() ? Exit.USAGE : Exit.UNREACHABLE,
                        "no host has a run " + run + "; «railhead rollback --list» shows all");
            }
            RunResult result = new Confirmation(machines, narrator).run(cluster, journals, run);
            result.hosts().stream()
                    .filter(h -> h.state() == HostOutcome.State.DONE)
                    .forEach(
                            h ->
                                    ChangeOptions.journal(console)
                                            .update(run, List.of(h.device()), h.state().word()));
            output.write(
                    console,
                    output.json()
                            ? Json.write(ResultJson.of("apply", result, List.of()))
                            : new ResultText(console, verbose).of("apply", result));
            if (result.isGood()) {
                return Exit.OK;
            }
            return result.onlyUnreachable() ? Exit.UNREACHABLE : Exit.FINDINGS;
        }
    }

    /// What of the hosts' unfinished runs is to be taken back, in words. What others are at work on
    /// is waited for or refused: nobody is asked about that.
    private Map<String, String> cutShort(Plan plan) {
        Controller here = ChangeOptions.controller(console);
        Map<String, String> cut = new LinkedHashMap<>();
        plan.unfinished().stream()
                .filter(u -> u.stands() == Unfinished.Stands.CUT_SHORT || here.knowsDead(u.who()))
                .forEach(u -> cut.put(u.device(), u.words()));
        return cut;
    }

    /// @param cut what is to be taken back, by device, in words; nobody is asked about nothing
    private void settle(Map<String, String> cut, Supplier<Map<String, String>> settling) {
        if (!yes && !cut.isEmpty()) {
            cut.forEach((h, words) -> console.err().println(h + ": " + words));
            if (!console.confirm("Take back what was cut short, before going on?")) {
                throw new UserError(Exit.FINDINGS, "nothing was changed");
            }
        }
        Map<String, String> refused = settling.get();
        if (!refused.isEmpty()) {
            refused.forEach((h, why) -> console.err().println(h + ": " + why));
            throw new UserError(Exit.FINDINGS, "nothing was changed");
        }
    }

    private int apply(
            Apply engine,
            Prepared prepared,
            SwitchApply switchEngine,
            SwitchPlan switches,
            WhereItStands stands) {
        Plan hosts = prepared.plan();
        Plan plan = switches.before(hosts);
        if (plan.isEmpty()) {
            return finish(
                    plan,
                    plan.hosts().size() - hosts.hosts().size(),
                    SwitchSide.together(
                            "", switchEngine.run(switches, ""), engine.run(prepared, "").hosts()));
        }
        List<Wave> order = waves.of(hosts, prepared.cluster());
        if (yes) {
            Untried.of(plan).forEach(s -> console.err().println("note: " + s));
        } else {
            PlanText text = new PlanText(console, verbose);
            console.err().print(text.of(plan, hosts));
            console.err().print(text.order(order, confirmWithin));
            if (!console.confirm("\nMake these changes?")) {
                throw new UserError(Exit.FINDINGS, "nothing was changed");
            }
        }
        String run = RunIds.next(Clock.systemUTC(), new SecureRandom());
        stands.begins(run);
        Instant began = Instant.now();
        // Switches first: the class must be there before hosts send into it.
        List<HostOutcome> there = switchEngine.run(switches, run);
        boolean good = there.stream().allMatch(o -> o.state().isGood());
        RunResult result =
                SwitchSide.together(
                        run,
                        there,
                        good
                                ? engine.run(prepared, run).hosts()
                                : SwitchSide.notTried(hosts.hosts(), hosts.changed()));
        keep.keep(console, record(plan, result, began));
        ChangeOptions.tellTrustLeft(console, "apply", prepared.cluster(), result);
        return finish(plan, plan.hosts().size() - hosts.hosts().size(), result);
    }

    /// What was changed, for reports.
    private static Run record(Plan plan, RunResult result, Instant began) {
        List<String> done =
                result.hosts().stream()
                        .filter(h -> h.state() == HostOutcome.State.DONE)
                        .map(HostOutcome::device)
                        .toList();
        return KeepOptions.run(
                        "apply",
                        result.run().isEmpty() ? "apply, not begun" : "apply run " + result.run(),
                        plan.cluster(),
                        began)
                .withChanges(
                        plan.changes().stream()
                                .map(PlannedChange::change)
                                .filter(c -> done.contains(c.device()))
                                .toList())
                .withFailures(
                        result.hosts().stream()
                                .filter(h -> !h.state().isGood())
                                .map(h -> new Run.Failed(h.device(), h.state().word(), h.why()))
                                .toList())
                .with("applyRun", result.run());
    }

    /// @param all hosts and switches that were looked at
    /// @param switches of those
    static String machines(int all, int switches) {
        int hosts = all - switches;
        String of = switches == 0 ? "" : switches + (switches == 1 ? " switch" : " switches");
        String on = hosts == 0 && switches > 0 ? "" : hosts + (hosts == 1 ? " host" : " hosts");
        return on
                + (on.isEmpty() || of.isEmpty() ? "" : " and ")
                + of
                + (all == 1 ? " is" : " are");
    }

    private int finish(Plan plan, int switches, RunResult result) {
        StringBuilder text = new StringBuilder();
        if (!output.json()) {
            if (plan.isEmpty() && plan.unreachable().isEmpty()) {
                text.append("Nothing to do: ")
                        .append(machines(plan.hosts().size(), switches))
                        .append(
                                plan.obstacles().isEmpty()
                                        ? " as wanted.\n"
                                        : " as wanted, as far as can be had.\n");
            } else {
                text.append(new ResultText(console, verbose).of("apply", result));
            }
            if (!plan.obstacles().isEmpty()) {
                text.append(new PlanText(console, verbose).obstacles(plan));
            }
        }
        output.write(
                console,
                output.json()
                        ? Json.write(ResultJson.of("apply", result, plan.obstacles()))
                        : text.toString());
        if (!result.isGood()) {
            return result.onlyUnreachable() ? Exit.UNREACHABLE : Exit.FINDINGS;
        }
        return plan.obstacles().isEmpty() ? Exit.OK : Exit.FINDINGS;
    }
}
