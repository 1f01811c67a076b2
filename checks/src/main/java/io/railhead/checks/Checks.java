package io.railhead.checks;

import io.railhead.model.Finding;
import io.railhead.model.HostSet;
import io.railhead.model.NotChecked;
import io.railhead.model.fact.Fact;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// All checks, and the running of them.
public final class Checks {
    private static final List<Check> ALL =
            ServiceLoader.load(Check.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(Check::code))
                    .toList();

    private Checks() {}

    /// Every check there is, by code.
    public static List<Check> all() {
        return ALL;
    }

    public static Optional<Check> byCode(String code) {
        return ALL.stream().filter(c -> c.code().equals(code)).findFirst();
    }

    /// The checks that run when none is named.
    public static List<Check> usual() {
        return ALL.stream().filter(c -> !c.onlyWhenAsked()).toList();
    }

    /// What the usual checks need; what the collector probes for.
    public static Set<Class<? extends Fact>> needs() {
        return needs(usual());
    }

    public static Set<Class<? extends Fact>> needs(Collection<Check> checks) {
        Set<Class<? extends Fact>> needs = new LinkedHashSet<>();
        checks.forEach(c -> needs.addAll(c.needs()));
        return needs;
    }

    public static Report run(Situation situation) {
        return run(situation, usual());
    }

    /// Runs the checks and puts what they found in order. A check that fails is itself reported as
    /// not checked; the others go on.
    public static Report run(Situation situation, Collection<Check> checks) {
        List<Finding> findings = new ArrayList<>();
        List<NotChecked> notChecked = new ArrayList<>();
        // Of one that answered in part each check says what it lacks.
        new TreeMap<>(situation.facts().unreachable())
                .forEach(
                        (m, why) -> {
                            if (!situation.facts().machines().contains(m))
                                notChecked.add(new NotChecked("all", m, why));
                        });
        for (Check check : checks) {
            Outcomes out = new Outcomes();
            try {
                check.run(situation, out);
            } catch (RuntimeException e) {
                out.notChecked(check.code(), "", "the check itself failed, please report it: " + e);
            }
            findings.addAll(out.findings());
            notChecked.addAll(out.notChecked());
        }
        return new Report(inOrder(findings, situation), folded(notChecked));
    }

    /// Findings with root causes first, and with only those symptoms that were found.
    public static List<Finding> inOrder(List<Finding> findings, Situation situation) {
        return Ranking.of(findings, machines(situation), situation.wanted()).inOrder();
    }

    /// Names of all machines that a subject may speak of.
    static Set<String> machines(Situation situation) {
        Set<String> machines = new LinkedHashSet<>(situation.facts().machines());
        machines.addAll(situation.facts().unreachable().keySet());
        situation.wanted().ifPresent(c -> c.hosts().forEach(h -> machines.add(h.name())));
        return machines;
    }

    private record Why(String check, String part, String why) {}

    private static List<NotChecked> folded(List<NotChecked> all) {
        Map<Why, Set<String>> subjects = new LinkedHashMap<>();
        for (NotChecked n : all) {
            int blank = n.subject().indexOf(' ');
            String machine = blank < 0 ? n.subject() : n.subject().substring(0, blank);
            String part = blank < 0 ? "" : n.subject().substring(blank);
            subjects.computeIfAbsent(new Why(n.check(), part, n.why()), w -> new TreeSet<>())
                    .add(machine);
        }
        List<NotChecked> folded = new ArrayList<>();
        subjects.forEach(
                (why, machines) ->
                        folded.add(
                                new NotChecked(
                                        why.check(),
                                        HostSet.fold(machines) + why.part(),
                                        why.why())));
        return folded;
    }
}
