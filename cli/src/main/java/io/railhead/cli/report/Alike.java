package io.railhead.cli.report;

import io.railhead.checks.Ranking;
import io.railhead.intent.HostRanges;
import io.railhead.model.Change;
import io.railhead.model.Finding;
import io.railhead.model.intent.Host;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Findings and changes that differ only in the machine, told once.
final class Alike {
    /// What differs from host to host by design: addresses with or without prefix length.
    private static final Pattern ADDRESS =
            Pattern.compile(
                    "\\b\\d{1,3}(?:\\.\\d{1,3}){3}(?:/\\d{1,2})?\\b"
                            + "|\\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){2,7}(?:/\\d{1,3})?");

    private Alike() {}

    /// @param first of those alike, root causes first
    /// @param subject of all of them: `gpu[01-64] eth1`
    /// @param cause of all of them; where they differ, each with its machines, a line each
    record Found(Finding first, String subject, List<Finding> all, String cause) {}

    /// @param hosts of all of them: `gpu[01-64]`
    record Changed(Change first, String hosts, int count, boolean addressesDiffer) {}

    /// Names that count as machines in subjects.
    static Set<String> machines(ReportData data) {
        Set<String> names = new TreeSet<>(Names.ORDER);
        data.cluster().ifPresent(c -> c.hosts().stream().map(Host::name).forEach(names::add));
        data.facts().ifPresent(f -> names.addAll(f.machines()));
        data.changes().forEach(p -> p.changes().forEach(c -> names.add(c.device())));
        data.runs()
                .forEach(
                        r ->
                                r.measurements()
                                        .forEach(
                                                m -> {
                                                    names.add(m.conditions().get("from"));
                                                    names.add(m.conditions().get("to"));
                                                }));
        names.remove("");
        return names;
    }

    private static String cause(Ranking.Group group, Set<String> machines) {
        Map<String, List<Finding>> wordings = group.wordings(Finding::cause, machines);
        if (wordings.size() == 1) {
            return group.findings().getFirst().cause();
        }
        List<String> lines = new ArrayList<>();
        wordings.forEach(
                (words, of) -> {
                    Set<String> names = new LinkedHashSet<>();
                    of.forEach(f -> names.addAll(Ranking.machinesOf(f.subject(), machines)));
                    lines.add(HostRanges.fold(List.copyOf(names)) + ": " + words);
                });
        return String.join("\n", lines);
    }

    static List<Found> findings(List<Finding> all, Set<String> machines) {
        return Ranking.of(all, machines).groups().stream()
                .map(
                        g ->
                                new Found(
                                        g.findings().getFirst(),
                                        subject(g, machines),
                                        List.copyOf(g.findings()),
                                        cause(g, machines)))
                .toList();
    }

    private static String subject(Ranking.Group group, Set<String> machines) {
        List<Finding> of = group.findings();
        if (of.size() == 1) {
            return of.getFirst().subject();
        }
        String pattern = group.pattern();
        int at = pattern.indexOf('*');
        if (at >= 0 && at == pattern.lastIndexOf('*')) {
            Set<String> named = new TreeSet<>(Names.ORDER);
            of.forEach(f -> named.addAll(Ranking.machinesOf(f.subject(), machines)));
            return pattern.replace("*", HostRanges.fold(List.copyOf(named)));
        }
        return Words.some(
                List.copyOf(new LinkedHashSet<>(of.stream().map(Finding::subject).toList())), 3);
    }

    static List<Changed> changes(List<Change> all) {
        Map<List<Object>, List<Change>> same = new LinkedHashMap<>();
        for (Change c : all) {
            List<Object> shape =
                    List.of(
                            withoutAddresses(c.resource()),
                            withoutAddresses(c.before()),
                            withoutAddresses(c.after()),
                            c.risk());
            same.computeIfAbsent(shape, s -> new ArrayList<>()).add(c);
        }
        return same.values().stream()
                .map(
                        cs ->
                                new Changed(
                                        cs.getFirst(),
                                        HostRanges.fold(cs.stream().map(Change::device).toList()),
                                        cs.size(),
                                        cs.stream().map(Change::after).distinct().count() > 1))
                .toList();
    }

    private static String withoutAddresses(String text) {
        return ADDRESS.matcher(text).replaceAll("*");
    }
}
