package io.railhead.cli.changes;

import io.railhead.cli.Console;
import io.railhead.cli.Style;
import io.railhead.cli.Table;
import io.railhead.cli.Wrap;
import io.railhead.configure.HostOutcome;
import io.railhead.configure.RunReport;
import io.railhead.configure.RunResult;
import io.railhead.intent.HostRanges;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How an apply or a rollback ended, for reading.
public final class ResultText {
    private final Style style;
    private final int width;

    public ResultText(Console console) {
        this.style = new Style(console);
        this.width = console.width();
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
        if (!result.run().isEmpty()) {
            text.append('\n').append(doing).append(" run ").append(result.run());
            if (doing.equals("apply")
                    && result.hosts().stream().anyMatch(h -> h.state() == HostOutcome.State.DONE)) {
                text.append("; to take it back: railhead rollback");
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String changes(HostOutcome outcome) {
        if (outcome.state() == HostOutcome.State.NOTHING_TO_DO) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (RunReport.Step s : outcome.changes()) {
            text.append("  ").append("%-8s".formatted(s.state())).append("  ");
            text.append(s.resource()).append('\n');
        }
        return text.toString();
    }

    /// The runs of all machines, newest first.
    public String runs(Map<String, Map<String, RunReport>> runs) {
        if (runs.isEmpty()) {
            return "No runs on these hosts.\n";
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
                (id, hosts) ->
                        hosts.forEach(
                                (host, r) -> {
                                    if (!r.why().isEmpty()) {
                                        text.append('\n')
                                                .append(
                                                        Wrap.labelled(
                                                                "",
                                                                id + " on " + host + ": " + r.why(),
                                                                2,
                                                                width));
                                    }
                                }));
        return text.toString();
    }

    private static RunReport any(Map<String, RunReport> hosts) {
        return hosts.values().iterator().next();
    }
}
