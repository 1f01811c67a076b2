package io.railhead.cli;

import io.railhead.cli.changes.Narrator;
import io.railhead.cli.changes.ResultJson;
import io.railhead.cli.changes.ResultText;
import io.railhead.cli.changes.WhereItStands;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.Machines;
import io.railhead.configure.Rollback;
import io.railhead.configure.RunIds;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.intent.HostRanges;
import io.railhead.model.intent.Cluster;
import io.railhead.reach.Transport;
import io.railhead.switches.live.SwitchApply;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `railhead rollback`.
@Command(
        name = "rollback",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Takes a run of apply back: files byte for byte, with mode and owner, and live values.",
            "",
            "Works from the records on the hosts themselves, so it needs nothing from the machine"
                    + " that ran apply. What was changed again since is not touched unless forced."
                    + " What may cut the connection is made again by the host itself unless"
                    + " confirmed over a fresh one, forced or not."
        },
        footer = {
            "",
            "Example: railhead rollback --list && railhead rollback",
            "Exit status: 0 all as before; 1 something could not be taken back; 2 wrong usage or"
                    + " input; 3 a host could not be reached."
        })
public final class RollbackCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description =
                    "The run to take back (default: the last one; when that is taken back already,"
                            + " nothing is done).")
    @Nullable String run;

    @Mixin private ClusterOptions clusters = new ClusterOptions();
    @Mixin private ReachOptions reach = new ReachOptions();
    @Mixin private OutputOptions output = new OutputOptions();

    @Option(
            names = "--to",
            paramLabel = "RUN",
            description =
                    "Take back every run that stands, newest first, down to and including this one;"
                            + " ends at the first that cannot be taken back.")
    @Nullable String to;

    @Option(names = "--list", description = "List the runs that the hosts have, newest first.")
    boolean list;

    @Option(
            names = "--force",
            description =
                    "Also take back what was changed since; what is there now is kept in the"
                            + " host's record. The dead-man's switch stays on.")
    boolean force;

    @Option(
            names = "--without-switch",
            description =
                    "Take back at once and as far as it can be, without the dead-man's switch: a"
                            + " host that is cut off by it stays so. For runs that are broken, with"
                            + " another way in at hand. On network switches it changes nothing: what"
                            + " is entered there goes under the switch's own timer always.")
    boolean withoutSwitch;

    @Option(
            names = {"-y", "--yes"},
            description = "Do not ask.")
    boolean yes;

    @Option(
            names = {"-v", "--verbose"},
            description = "List every change that was taken back.")
    boolean verbose;

    @Option(
            names = "--confirm-within",
            paramLabel = "SECONDS",
            description =
                    "How long a host waits for a fresh connection before it makes again what it took"
                            + " back (default: ${DEFAULT-VALUE}).",
            defaultValue = "30")
    int confirmWithin = 30;

    RollbackCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        output.refuseUnusable(console);
        ChangeOptions.checkConfirmWithin(confirmWithin);
        for (String name : new String[] {run, to}) {
            if (name != null && !RunIds.isValid(name)) {
                throw new UserError(
                        name + " is no name of a run; «railhead rollback --list» has them");
            }
        }
        if (run != null && to != null) {
            throw new UserError(
                    "one run is taken back by its name, or all down to one by --to: not both");
        }
        if (!list && !yes && !console.inTerminal()) {
            throw new UserError(
                    "rollback asks before it changes anything, and there is no terminal to ask on:"
                            + " add --yes");
        }
        ClusterOptions.Devices devices = clusters.loadDevices(console);
        Cluster cluster = devices.cluster();
        ChangeOptions.tellLeftOpen(console, cluster);
        if (withoutSwitch && !devices.switches().isEmpty()) {
            console.err()
                    .println(
                            "note: --without-switch is of hosts: what is taken back on network"
                                    + " switches goes under their own timer all the same");
        }
        try (Transport transport = SourceOptions.transport(console, reach);
                Progress progress = new Progress(console, "rolling back", devices.count());
                WhereItStands stands =
                        new WhereItStands(console.err(), "rollback", new Narrator(progress))) {
            Rollback engine =
                    new Rollback(
                            new Machines(transport, reach.parallel(), reach.timeout()),
                            Clock.systemUTC(),
                            ChangeOptions.controller(console),
                            confirmWithin,
                            stands,
                            withoutSwitch);
            SwitchSide side = new SwitchSide(console, devices, transport, reach);
            Rollback.Journals journals = side.with(engine.journals(cluster));
            return list
                    ? list(journals)
                    : rollBack(
                            engine,
                            side,
                            side.engine(confirmWithin, stands),
                            cluster,
                            journals,
                            stands);
        }
    }

    private int list(Rollback.Journals journals) {
        Map<String, Map<String, RunReport>> runs = new LinkedHashMap<>();
        journals.ids().forEach(id -> runs.put(id, journals.of(id)));
        output.write(
                console,
                output.json()
                        ? Json.write(ResultJson.runs(runs))
                        : new ResultText(console, verbose)
                                .runs(runs, List.copyOf(journals.unreachable().keySet())));
        journals.unreachable().forEach((h, why) -> console.err().println(h + ": " + why));
        tellNotes(journals);
        return journals.unreachable().isEmpty() ? Exit.OK : Exit.UNREACHABLE;
    }

    private void tellNotes(Rollback.Journals journals) {
        journals.notes()
                .forEach(
                        (h, notes) ->
                                notes.forEach(n -> console.err().println("note: " + h + ": " + n)));
    }

    /// Which run it is, when none was named.
    private void tellLast(Rollback.Journals journals, String id) {
        Map<String, RunReport> of = journals.of(id);
        List<String> hosts =
                of.entrySet().stream()
                        .filter(e -> !e.getValue().state().isGone())
                        .map(Map.Entry::getKey)
                        .toList();
        if (hosts.isEmpty()) {
            console.err()
                    .println(
                            "note: the last run, "
                                    + id
                                    + ", is taken back already: nothing is done");
            return;
        }
        RunReport one = of.values().iterator().next();
        console.err()
                .println(
                        "note: taking back the last run, "
                                + id
                                + " (by "
                                + one.about().getOrDefault("user", "?")
                                + "@"
                                + one.about().getOrDefault("controller", "?")
                                + "), on "
                                + HostRanges.fold(hosts));
    }

    private int rollBack(
            Rollback engine,
            SwitchSide side,
            SwitchApply switchEngine,
            Cluster cluster,
            Rollback.Journals journals,
            WhereItStands stands) {
        List<String> ids = journals.ids();
        String named = to == null ? run : to;
        if (ids.isEmpty() || (named != null && !ids.contains(named))) {
            journals.unreachable().forEach((h, why) -> console.err().println(h + ": " + why));
            throw new UserError(
                    journals.unreachable().isEmpty() ? Exit.USAGE : Exit.UNREACHABLE,
                    named == null
                            ? journals.unreachable().isEmpty()
                                    ? "there are no runs on these hosts"
                                    : "no host that could be asked has a run; of the others it is"
                                            + " not known"
                            : ChangeOptions.journal(console)
                                    .lostOn(cluster.name(), named, journals)
                                    .orElse(
                                            "no host has a run "
                                                    + named
                                                    + "; «railhead rollback --list» shows those"
                                                    + " there are"));
        }
        List<String> wanted =
                to == null ? List.of(run == null ? ids.getFirst() : run) : journals.downTo(to);
        tellNotes(journals);
        if (to != null) {
            refuseImpassable(journals.impassable(wanted, withoutSwitch));
        }
        boolean byName = run != null || to != null;
        if (!byName) {
            tellLast(journals, wanted.getFirst());
        }
        if (!yes
                && journals.of(wanted.getFirst()).values().stream()
                        .anyMatch(r -> !r.state().isGone())) {
            ask(journals, wanted);
        }
        List<RunResult> results = new ArrayList<>();
        Rollback.Journals now = journals;
        for (String id : wanted) {
            stands.begins(id);
            List<String> passed = wanted.subList(0, wanted.indexOf(id));
            RunResult hosts = engine.run(cluster, now, id, force, byName, passed);
            // Hosts first: they must not send into a class that is gone.
            RunResult result =
                    hosts.isGood() || hosts.onlyUnreachable()
                            ? SwitchSide.together(
                                    id, hosts.hosts(), side.rollBack(switchEngine, id, force))
                            : hosts;
            results.add(result);
            ChangeOptions.tellTrustLeft(console, "rollback", cluster, result);
            for (HostOutcome o : result.hosts()) {
                if (o.state() == HostOutcome.State.ROLLED_BACK) {
                    ChangeOptions.journal(console)
                            .update(id, List.of(o.device()), o.state().word());
                }
            }
            if (!result.isGood() && !result.onlyUnreachable()) {
                break;
            }
            if (!id.equals(wanted.getLast())) {
                now = side.with(engine.journals(cluster));
            }
        }
        output.write(console, output.json() ? json(results) : text(wanted, results));
        if (results.stream().allMatch(RunResult::isGood)) {
            return Exit.OK;
        }
        return results.stream().allMatch(RunResult::onlyUnreachable)
                ? Exit.UNREACHABLE
                : Exit.FINDINGS;
    }

    private static void refuseImpassable(List<String> why) {
        if (!why.isEmpty()) {
            throw new UserError(
                    Exit.FINDINGS,
                    "--to cannot get past this; nothing was taken back:\n  "
                            + String.join("\n  ", why));
        }
    }

    private void ask(Rollback.Journals journals, List<String> wanted) {
        for (String id : wanted) {
            if (wanted.size() > 1) {
                console.err().println(id);
            }
            journals.of(id).values().stream()
                    .findFirst()
                    .ifPresent(
                            r ->
                                    r.steps()
                                            .forEach(
                                                    s ->
                                                            console.err()
                                                                    .println("  " + s.resource())));
        }
        Set<String> hosts = new LinkedHashSet<>();
        wanted.forEach(id -> hosts.addAll(journals.of(id).keySet()));
        if (!console.confirm(
                (wanted.size() == 1
                                ? "Take back run " + wanted.getFirst()
                                : "Take back these " + wanted.size() + " runs, in this order,")
                        + " on "
                        + HostRanges.fold(List.copyOf(hosts))
                        + "?")) {
            throw new UserError(Exit.FINDINGS, "nothing was changed");
        }
    }

    private String json(List<RunResult> results) {
        return Json.write(
                to == null
                        ? ResultJson.of("rollback", results.getFirst(), List.of())
                        : ResultJson.of(to, results));
    }

    private String text(List<String> wanted, List<RunResult> results) {
        StringBuilder text = new StringBuilder();
        for (RunResult r : results) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(new ResultText(console, verbose).of("rollback", r));
        }
        if (results.size() < wanted.size()) {
            text.append("\nnot tried: ")
                    .append(String.join(", ", wanted.subList(results.size(), wanted.size())))
                    .append('\n');
        }
        return text.toString();
    }
}
