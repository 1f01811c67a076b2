package io.railhead.checks.diagnosis;

import io.railhead.checks.Checks;
import io.railhead.checks.Explanation;
import io.railhead.checks.Report;
import io.railhead.checks.Situation;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.NotChecked;
import io.railhead.model.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Finds the root causes in evidence: the checks that need no intent, and all causes, joined.
///
/// Findings of one code become one. A finding that another explains comes after it; roots go by
/// what they explain, then by how well they are shown ([Strength]), then by severity.
public final class Diagnosis {
    private static final List<Cause> ALL =
            ServiceLoader.load(Cause.class).stream()
                    .map(ServiceLoader.Provider::get)
                    .sorted(Comparator.comparing(Cause::code))
                    .toList();

    /// Tuning that checks advise: beside a complaint worth knowing, and no fault by itself.
    private static final Set<String> ADVICE =
            Set.of(
                    "gpu-persistence-off",
                    "pcie-max-read-request-small",
                    "numa-balancing-on",
                    "swap-on",
                    "nofile-limit",
                    "tcp-offloads-off");

    /// Checks that compare machines which should be alike: pasted documents need not be of such.
    private static final Set<String> ONLY_OF_CLUSTERS = Set.of("gpus-unequal");

    /// @param over whether it was told only before the last start of its machine
    private record Ranked(Finding finding, Strength strength, boolean over) {
        Ranked(Finding finding, Strength strength) {
            this(finding, strength, false);
        }
    }

    private Diagnosis() {}

    /// Every cause there is, by code.
    public static List<Cause> causes() {
        return ALL;
    }

    /// What the causes suspect, one finding a code, beside what checks found on machines. A code
    /// that a check has found is left to it; what is only worth knowing is left out.
    public static Report beside(Report checks, Situation situation) {
        List<NotChecked> notChecked = new ArrayList<>(checks.notChecked());
        Map<String, Ranked> byCode = new LinkedHashMap<>();
        Clues clues = new Clues(situation.facts());
        suspicions(clues, byCode, notChecked);
        dated(byCode, clues);
        Set<String> found = new HashSet<>();
        checks.findings().forEach(f -> found.add(f.code()));
        Set<String> settled = settled(situation);
        List<Finding> all = new ArrayList<>(checks.findings());
        byCode.forEach(
                (code, r) -> {
                    boolean loud = r.finding.severity() != Severity.INFO;
                    if (loud && !found.contains(code) && !settled.contains(code))
                        all.add(named(r.over ? calmed(r.finding, Severity.WARNING) : r.finding));
                });
        if (all.size() == checks.findings().size()) {
            List<Finding> told = new ArrayList<>(checks.findings());
            Unexplained.in(clues, told).ifPresent(f -> beforeNotes(told, f));
            return new Report(named(told, situation), notChecked);
        }
        List<Finding> ordered = Checks.inOrder(all, situation);
        Set<String> explained = new HashSet<>();
        ordered.forEach(f -> explained.addAll(f.explains()));
        Set<String> codes = new HashSet<>(found);
        codes.addAll(byCode.keySet());
        List<Finding> told =
                ordered.stream()
                        .map(
                                f -> {
                                    Ranked r = byCode.get(f.code());
                                    if (r == null
                                            || found.contains(f.code())
                                            || explained.contains(f.code())) return f;
                                    return f.doubted(
                                            Alternatives.of(
                                                    f.code(),
                                                    r.strength,
                                                    clues,
                                                    settled(byCode, f.explains()),
                                                    codes));
                                })
                        .toList();
        List<Finding> whole = new ArrayList<>(told);
        Unexplained.in(clues, whole).ifPresent(f -> beforeNotes(whole, f));
        return new Report(named(whole, situation), notChecked);
    }

    /// Codes of which the intent and the checks that hold evidence against it say all.
    private static Set<String> settled(Situation situation) {
        Set<String> codes = new HashSet<>();
        situation
                .wanted()
                .ifPresent(
                        w ->
                                Checks.all().stream()
                                        .filter(c -> c.settles(w))
                                        .forEach(c -> codes.add(c.code())));
        return codes;
    }

    /// What `check` finds on the machines that this evidence is of, one finding a code, in its
    /// order: so that a bundle tells the same as the machines did.
    public static Report ofMachines(Situation situation) {
        Report checked = beside(Checks.run(situation), situation);
        Map<String, Ranked> byCode = new LinkedHashMap<>();
        checked.findings().forEach(f -> join(byCode, f, Strength.LIKELY));
        List<Finding> findings = byCode.values().stream().map(Ranked::finding).toList();
        return new Report(findings, checked.notChecked());
    }

    private static void suspicions(
            Clues clues, Map<String, Ranked> byCode, List<NotChecked> notChecked) {
        for (Cause cause : ALL) {
            Verdict verdict = new Verdict(cause.code(), clues);
            try {
                cause.look(clues, verdict);
            } catch (RuntimeException | StackOverflowError e) {
                notChecked.add(
                        new NotChecked(
                                cause.code(),
                                "",
                                "the cause itself failed, please report it: " + e));
                continue;
            }
            for (Suspicion s : verdict.suspicions()) {
                join(byCode, s.finding(Explanations.of(cause.code())), s.strength());
            }
        }
        Reports.in(clues)
                .forEach(
                        (code, s) -> {
                            if (!byCode.containsKey(code))
                                join(byCode, s.finding(Explanations.of(code)), s.strength());
                        });
    }

    /// What was told before the last start of its machine only is marked.
    private static void dated(Map<String, Ranked> byCode, Clues clues) {
        Boots boots = new Boots(clues);
        byCode.replaceAll(
                (code, r) ->
                        boots.isOver(r.finding)
                                ? new Ranked(told(r.finding), r.strength, true)
                                : r);
    }

    private static Finding told(Finding f) {
        return new Finding(
                f.code(),
                f.severity(),
                f.subject(),
                f.summary() + " (told before the machine was started last)",
                f.cause(),
                f.fix(),
                f.evidence(),
                f.explains());
    }

    /// With an intent, its checks look as well, and nothing is taken back for want of one.
    public static Report of(Situation situation) {
        List<NotChecked> notChecked = new ArrayList<>();
        Map<String, Ranked> byCode = new LinkedHashMap<>();
        Clues clues = new Clues(situation.facts());
        suspicions(clues, byCode, notChecked);
        for (Finding f : Checks.run(situation).findings()) {
            if (situation.wanted().isEmpty() && ONLY_OF_CLUSTERS.contains(f.code())) continue;
            boolean advice =
                    situation.wanted().isEmpty()
                            && ADVICE.contains(f.code())
                            && f.severity() == Severity.WARNING;
            join(byCode, advice ? calmed(f, Severity.INFO) : f, Strength.LIKELY);
        }
        Contradicted.in(situation, clues).forEach((f, strength) -> join(byCode, f, strength));
        dated(byCode, clues);
        List<Finding> findings = new ArrayList<>(ordered(byCode, clues));
        Unexplained.in(clues, findings).ifPresent(f -> beforeNotes(findings, f));
        return new Report(named(findings, situation), notChecked);
    }

    private static List<Finding> named(List<Finding> findings, Situation situation) {
        KnownNames names = new KnownNames(situation.facts());
        return findings.stream().map(names::in).toList();
    }

    /// What nobody explains comes after every fault that is known, and before what is only worth
    /// knowing.
    private static void beforeNotes(List<Finding> findings, Finding unexplained) {
        int at = findings.size();
        if (unexplained.severity() != Severity.INFO) {
            while (at > 0 && findings.get(at - 1).severity() == Severity.INFO) at--;
        }
        findings.add(at, unexplained);
    }

    /// The same of this severity, where it is worse.
    private static Finding calmed(Finding f, Severity most) {
        return new Finding(
                f.code(),
                f.severity().atLeast(most) ? most : f.severity(),
                f.subject(),
                f.summary(),
                f.cause(),
                f.fix(),
                f.evidence(),
                f.explains());
    }

    /// One finding a code: the better shown one speaks, the evidence of all stands below it.
    private static void join(Map<String, Ranked> byCode, Finding f, Strength strength) {
        Ranked before = byCode.get(f.code());
        if (before == null) {
            byCode.put(f.code(), new Ranked(f, strength));
            return;
        }
        boolean better = strength.compareTo(before.strength) < 0;
        Finding speaks = better ? f : before.finding;
        Finding other = better ? before.finding : f;
        Set<Evidence> evidence = new LinkedHashSet<>(speaks.evidence());
        evidence.addAll(other.evidence());
        Set<String> explains = new TreeSet<>(speaks.explains());
        explains.addAll(other.explains());
        Severity worst =
                speaks.severity().atLeast(other.severity()) ? speaks.severity() : other.severity();
        byCode.put(
                f.code(),
                new Ranked(
                        new Finding(
                                f.code(),
                                worst,
                                speaks.subject(),
                                speaks.summary(),
                                speaks.cause(),
                                speaks.fix(),
                                List.copyOf(evidence),
                                explains),
                        better ? strength : before.strength));
    }

    /// A finding of no machine in particular is of the evidence; one that does not say why has the
    /// reason that is given in general.
    private static Finding named(Finding f) {
        Optional<Explanation> general =
                f.cause().isBlank() || f.fix().isBlank()
                        ? Explanations.of(f.code())
                        : Optional.empty();
        return new Finding(
                f.code(),
                f.severity(),
                f.subject().isBlank() ? "evidence" : f.subject().strip(),
                f.summary(),
                f.cause().isBlank()
                        ? general.map(e -> e.why().strip().replaceAll("\\s+", " ")).orElse("")
                        : f.cause(),
                f.fix().isBlank() ? general.map(Explanation::fix).orElse("") : f.fix(),
                f.evidence(),
                f.explains());
    }

    /// What is no alternative any more: what follows from the finding, and what is certain.
    private static Set<String> settled(Map<String, Ranked> byCode, Set<String> explained) {
        Set<String> settled = new HashSet<>(explained);
        byCode.forEach(
                (code, r) -> {
                    if (r.strength == Strength.CERTAIN) settled.add(code);
                });
        return settled;
    }

    private static List<Finding> ordered(Map<String, Ranked> byCode, Clues clues) {
        Map<String, Set<String>> explains = new LinkedHashMap<>();
        Set<String> explained = new HashSet<>();
        byCode.forEach(
                (code, r) -> {
                    Set<String> present = new TreeSet<>(r.finding.explains());
                    present.retainAll(byCode.keySet());
                    present.remove(code);
                    // What only may be does not explain what is certain.
                    if (r.strength == Strength.POSSIBLE) {
                        present.removeIf(
                                s -> {
                                    Ranked symptom = byCode.get(s);
                                    return symptom != null && symptom.strength != Strength.POSSIBLE;
                                });
                    }
                    if (Transport.isFault(r.finding)) {
                        Transport.CONSEQUENCES.stream()
                                .filter(s -> isPossible(byCode.get(s)))
                                .forEach(present::add);
                    }
                    explains.put(code, present);
                });
        boolean anyOver = byCode.values().stream().anyMatch(Ranked::over);
        Comparator<Ranked> order =
                Comparator.comparing((Ranked r) -> r.finding.severity() == Severity.INFO)
                        .thenComparing(r -> anyOver ? age(r) : 0)
                        .thenComparing(Ranked::strength)
                        .thenComparing(
                                r -> -explains.getOrDefault(r.finding.code(), Set.of()).size())
                        .thenComparing(r -> r.finding.severity())
                        .thenComparing(r -> r.finding.code());
        Set<String> placed = new LinkedHashSet<>();
        List<Ranked> all = byCode.values().stream().sorted(order).toList();
        withoutCircles(all, explains);
        explains.values().forEach(explained::addAll);
        for (Ranked r : all) {
            if (!explained.contains(r.finding.code())) place(r, byCode, explains, order, placed);
        }
        List<Finding> findings = new ArrayList<>();
        for (String code : placed) {
            Ranked r = byCode.get(code);
            if (r == null) continue;
            Set<String> present = explains.getOrDefault(code, Set.of());
            boolean open = !explained.contains(code) && r.finding.severity() != Severity.INFO;
            Finding f = named(r.finding).explaining(present);
            findings.add(
                    open
                            ? f.doubted(
                                    Alternatives.of(
                                            code,
                                            r.strength,
                                            clues,
                                            settled(byCode, present),
                                            byCode.keySet()))
                            : f);
        }
        return findings;
    }

    private static boolean isPossible(@Nullable Ranked r) {
        return r != null && r.strength == Strength.POSSIBLE;
    }

    /// What was told before the last start comes after faults that are shown now, and before what
    /// only may be one.
    private static int age(Ranked r) {
        if (r.over) return 1;
        boolean shown =
                r.strength != Strength.POSSIBLE && r.finding.severity().atLeast(Severity.ERROR);
        return shown ? 0 : 2;
    }

    /// Two that name each other as cause are no explanation: the better shown one keeps its word.
    private static void withoutCircles(List<Ranked> best, Map<String, Set<String>> explains) {
        Map<String, Set<String>> kept = new LinkedHashMap<>();
        for (Ranked r : best) {
            String code = r.finding.code();
            Set<String> symptoms = new TreeSet<>(explains.getOrDefault(code, Set.of()));
            symptoms.removeIf(s -> reaches(s, code, kept, new HashSet<>()));
            kept.put(code, symptoms);
        }
        explains.putAll(kept);
    }

    private static boolean reaches(
            String from, String to, Map<String, Set<String>> explains, Set<String> seen) {
        return from.equals(to)
                || (seen.add(from)
                        && explains.getOrDefault(from, Set.of()).stream()
                                .anyMatch(s -> reaches(s, to, explains, seen)));
    }

    private static void place(
            Ranked r,
            Map<String, Ranked> byCode,
            Map<String, Set<String>> explains,
            Comparator<Ranked> order,
            Set<String> placed) {
        if (!placed.add(r.finding.code())) return;
        explains.getOrDefault(r.finding.code(), Set.of()).stream()
                .map(byCode::get)
                .filter(java.util.Objects::nonNull)
                .sorted(order)
                .forEach(s -> place(s, byCode, explains, order, placed));
    }
}
