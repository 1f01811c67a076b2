package io.railhead.cli.changes;

import io.railhead.cli.ChangeOptions;
import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.configure.Unfinished;
import io.railhead.intent.HostRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// How an apply or a rollback ended, for reading.
public final class ResultText {
    /// Changes of a host that are listed each for itself.
    private static final int LISTED = 20;

    /// Names of one kind that stand on its line when there are more changes than that.
    private static final int NAMED = 3;

    /// Characters of the reason why a run was taken back, in the list of runs.
    private static final int REASON = 100;

    private final Style style;
    private final int width;
    private final boolean all;
    private final Predicate<String> dead;

    public ResultText(Console console) {
        this(console, false);
    }

    /// @param all true to list every change, however many there are
    public ResultText(Console console, boolean all) {
        this.style = new Style(console);
        this.width = console.width();
        this.all = all;
        this.dead = ChangeOptions.controller(console)::knowsDead;
    }

    /// @param doing `apply` or `rollback`
    public String of(String doing, RunResult result) {
        StringBuilder text = new StringBuilder();
        Map<List<String>, List<HostOutcome>> alike = new LinkedHashMap<>();
        for (HostOutcome o : result.hosts()) {
            alike.computeIfAbsent(
                            List.of(
                                    o.state().word(),
                                    PlanText.withoutAddresses(o.why()),
                                    PlanText.withoutAddresses(changes(o))),
                            k -> new ArrayList<>())
                    .add(o);
        }
        for (List<HostOutcome> outcomes : alike.values()) {
            HostOutcome o = outcomes.getFirst();
            String hosts = HostRanges.fold(outcomes.stream().map(HostOutcome::device).toList());
            String state = o.state().word().replace('-', ' ');
            text.append(style.bold(hosts))
                    .append("  ")
                    .append(o.state().isGood() ? style.good(state) : style.bad(state))
                    .append('\n');
            if (!o.why().isEmpty()) {
                text.append(Wrap.labelled("", o.why(), 2, width));
            }
            text.append(outcomes.size() > 1 ? PlanText.withoutAddresses(changes(o)) : changes(o));
        }
        if (!result.run().isEmpty() && result.hosts().stream().anyMatch(ResultText::hasBegun)) {
            text.append('\n').append(doing).append(" run ").append(result.run());
            if (doing.equals("apply")
                    && result.hosts().stream().anyMatch(h -> h.state() == HostOutcome.State.DONE)) {
                text.append("; to take it back: railhead rollback");
            }
            text.append('\n');
        }
        return text.toString();
    }

    /// Whether the host may have a record of the run.
    private static boolean hasBegun(HostOutcome outcome) {
        return switch (outcome.state()) {
            case DONE, REVERTED, BROKEN, UNKNOWN, ROLLED_BACK -> true;
            case NOTHING_TO_DO, REFUSED, UNREACHABLE, NOT_TRIED -> false;
        };
    }

    private String changes(HostOutcome outcome) {
        if (outcome.state() == HostOutcome.State.NOTHING_TO_DO) {
            return "";
        }
        if (!all && outcome.changes().size() > LISTED) {
            return folded(outcome);
        }
        StringBuilder text = new StringBuilder();
        for (RunReport.Step s : outcome.changes()) {
            text.append("  ").append("%-8s".formatted(s.state())).append("  ");
            text.append(s.resource()).append('\n');
        }
        return text.toString();
    }

    /// A line for each state and kind: `done      40 of file: /etc/a, /etc/b, /etc/c and 37 more`.
    private String folded(HostOutcome outcome) {
        Map<List<String>, List<String>> alike = new LinkedHashMap<>();
        for (RunReport.Step s : outcome.changes()) {
            int colon = s.resource().indexOf(':');
            alike.computeIfAbsent(
                            List.of(s.state(), s.resource().substring(0, Math.max(0, colon))),
                            k -> new ArrayList<>())
                    .add(s.resource().substring(colon + 1));
        }
        StringBuilder text = new StringBuilder();
        alike.forEach(
                (key, names) -> {
                    String shown = String.join(", ", names.stream().limit(NAMED).toList());
                    text.append(
                            Wrap.labelled(
                                    "%-8s  ".formatted(key.getFirst()),
                                    names.size()
                                            + " of "
                                            + key.getLast()
                                            + ": "
                                            + shown
                                            + (names.size() > NAMED
                                                    ? " and " + (names.size() - NAMED) + " more"
                                                    : ""),
                                    2,
                                    width));
                });
        return text.append("  (-v lists every change)\n").toString();
    }

    /// The runs of all machines, newest first.
    ///
    /// @param unseen hosts that could not be looked at
    public String runs(Map<String, Map<String, RunReport>> runs, List<String> unseen) {
        String there = unseen.isEmpty() ? "" : notSeen(unseen);
        if (runs.isEmpty()) {
            return unseen.isEmpty() ? "No runs on these hosts.\n" : there;
        }
        Table table = new Table("run", "state", "changes", "hosts", "by");
        runs.forEach(
                (id, hosts) -> {
                    Map<String, List<String>> byState = new LinkedHashMap<>();
                    hosts.forEach(
                            (host, r) ->
                                    byState.computeIfAbsent(
                                                    r.state().word(), s -> new ArrayList<>())
                                            .add(host));
                    byState.forEach(
                            (state, names) -> {
                                RunReport one = hosts.getOrDefault(names.getFirst(), any(hosts));
                                table.row(
                                        id,
                                        state,
                                        names.stream()
                                                .mapToInt(
                                                        n ->
                                                                hosts.getOrDefault(n, one)
                                                                        .steps()
                                                                        .size())
                                                .sum(),
                                        HostRanges.fold(names),
                                        one.about().getOrDefault("user", "?")
                                                + "@"
                                                + one.about().getOrDefault("controller", "?"));
                            });
                });
        StringBuilder text = new StringBuilder(table.render(0));
        runs.forEach(
                (id, hosts) -> {
                    Map<String, List<String>> alike = new LinkedHashMap<>();
                    hosts.forEach(
                            (host, r) -> {
                                String why = told(host, r);
                                if (!why.isEmpty()) {
                                    alike.computeIfAbsent(why, w -> new ArrayList<>()).add(host);
                                }
                            });
                    alike.forEach(
                            (why, names) ->
                                    text.append('\n')
                                            .append(
                                                    Wrap.labelled(
                                                            "",
                                                            id
                                                                    + " on "
                                                                    + HostRanges.fold(names)
                                                                    + ": "
                                                                    + why,
                                                            2,
                                                            width)));
                });
        return text.append(there).toString();
    }

    private String notSeen(List<String> hosts) {
        return Wrap.labelled(
                "",
                "Could not be looked at: "
                        + HostRanges.fold(hosts)
                        + "; which runs are there is not known.",
                0,
                width);
    }

    /// What is damaged of it, how it stands where it has not come to an end, or why it ended so.
    private String told(String host, RunReport run) {
        if (run.damage().isPresent()) {
            return run.damage().get();
        }
        if (!run.state().isFinal()) {
            return Unfinished.of(host, run).words(dead);
        }
        // Nothing of such a run is left to mend: its reason in short is enough.
        return run.state().isGone() && !all && run.why().length() > REASON
                ? run.why().substring(0, REASON) + "… (-v: all of it)"
                : run.why();
    }

    private static RunReport any(Map<String, RunReport> hosts) {
        return hosts.values().iterator().next();
    }
}
