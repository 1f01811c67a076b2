package io.railhead.checks;

import io.railhead.model.Severity;
import io.railhead.model.fact.Fact;
import io.railhead.model.intent.Host;
import io.railhead.model.intent.RailPort;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Machines that should be alike: which value most of them have, and who has another.
public final class Twins {
    private Twins() {}

    /// What one machine said.
    ///
    /// @param group only values of one group are compared
    /// @param subject the machine, or the machine and a part of it
    public record Said(String group, String machine, String subject, String value, Fact fact) {
        public static Said of(String group, String machine, String value, Fact fact) {
            return new Said(group, machine, machine, value, fact);
        }
    }

    /// What is compared, in words.
    ///
    /// @param thing `kernel`, `NIC firmware`
    public record Words(String thing, String cause, String fix) {}

    /// Hosts are twins when the intent gives them the same rails and GPUs; without an intent all
    /// machines are.
    public static String group(Survey survey, String machine) {
        return survey.host(machine).map(Twins::group).orElse("");
    }

    private static String group(Host host) {
        String gpus =
                host.gpus().map(g -> g.count() + " " + g.model().orElse("GPU")).orElse("no GPU");
        return gpus + " on " + host.rails().stream().map(RailPort::rail).toList();
    }

    /// Reports every machine whose value is not that of most of its group. Where no value has more
    /// machines than every other, the values are set side by side instead.
    public static void compare(
            Survey survey, Severity severity, Words words, List<Said> all, String... explains) {
        Map<String, List<Said>> groups = new TreeMap<>();
        for (Said s : all) {
            groups.computeIfAbsent(s.group(), g -> new ArrayList<>()).add(s);
        }
        groups.values().forEach(g -> group(survey, severity, words, g, explains));
    }

    private static void group(
            Survey survey, Severity severity, Words words, List<Said> group, String... explains) {
        Map<String, List<Said>> byValue = new LinkedHashMap<>();
        for (Said s : group) {
            byValue.computeIfAbsent(s.value(), v -> new ArrayList<>()).add(s);
        }
        if (byValue.size() < 2) {
            return;
        }
        List<List<Said>> ordered =
                byValue.values().stream()
                        .sorted(
                                Comparator.comparingInt((List<Said> l) -> -l.size())
                                        .thenComparing(l -> l.getFirst().value()))
                        .toList();
        List<Said> most = ordered.getFirst();
        boolean majority = most.size() > ordered.get(1).size();
        if (!majority && group.size() == 2) {
            pair(survey, severity, words, group, explains);
            return;
        }
        for (List<Said> odd : ordered.subList(1, ordered.size())) {
            for (Said s : odd) {
                survey.draft(severity, s.subject())
                        .says(
                                words.thing()
                                        + " "
                                        + s.value()
                                        + ", while "
                                        + most.size()
                                        + " of "
                                        + group.size()
                                        + " twins have "
                                        + most.getFirst().value()
                                        + (majority ? "" : " (no majority)"))
                        .because(words.cause())
                        .fix(words.fix())
                        .cites(s.fact(), s.value())
                        .cites(most.getFirst().fact(), most.getFirst().value())
                        .explains(explains)
                        .report();
            }
        }
    }

    private static void pair(
            Survey survey, Severity severity, Words words, List<Said> group, String... explains) {
        Said a = group.getFirst();
        Said b = group.getLast();
        survey.draft(severity, a.subject() + " <-> " + b.subject())
                .says(
                        words.thing()
                                + " differs: "
                                + a.value()
                                + " on "
                                + a.subject()
                                + ", "
                                + b.value()
                                + " on "
                                + b.subject())
                .because(words.cause())
                .fix(words.fix())
                .cites(a.fact(), a.value())
                .cites(b.fact(), b.value())
                .explains(explains)
                .report();
    }
}
