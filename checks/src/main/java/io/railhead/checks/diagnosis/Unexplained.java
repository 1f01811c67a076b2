package io.railhead.checks.diagnosis;

import io.railhead.checks.Explanation;
import io.railhead.model.Evidence;
import io.railhead.model.Finding;
import io.railhead.model.HostSet;
import io.railhead.model.Severity;
import io.railhead.model.fact.LogEvent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Lines of error severity that no finding explains and no reason calms: they are listed, so that
/// nobody takes a text for healthy in which an error stands whose cause is not known here.
///
/// A line is explained when a finding cites it, or one of the same wording, or one that tells the
/// same event; when it is known to be harmless; and, where a fault is known, when it is of the kind
/// that any fault leaves behind ([ErrorLine.Weight#CONSEQUENCE]). It is calmed when the same
/// document goes on with the job's steps after it.
public final class Unexplained {
    public static final String CODE = "error-unexplained";

    /// Wordings that are quoted; of one in ten there are more, and all follow from the first.
    private static final int QUOTES = 12;

    /// Characters of a wording in a sentence.
    private static final int SHORT = 90;

    /// Lines beside one that a finding cites are of the same message: a block, a traceback.
    private static final int BESIDE = 4;

    private record Place(String document, int line) {}

    /// Lines of one wording.
    private record Wording(ErrorLine first, List<LogEvent> events) {
        long count() {
            return events.stream().mapToLong(LogEvent::count).sum();
        }
    }

    private final Clues clues;
    private final Set<Place> cited = new HashSet<>();
    private final Set<String> citedWordings = new HashSet<>();
    private final Set<String> citedKinds = new HashSet<>();
    private final Map<Place, Set<String>> kinds = new HashMap<>();

    private Unexplained(Clues clues, Collection<Finding> known) {
        this.clues = clues;
        for (Finding f : known) {
            for (Evidence e : f.evidence()) {
                cited.add(new Place(e.document(), e.line()));
                citedWordings.add(ErrorLine.wording(e.text()));
            }
        }
        for (LogEvent e : clues.all(LogEvent.class)) {
            Place place = place(e);
            kinds.computeIfAbsent(place, p -> new HashSet<>()).add(e.kind());
            if (e.kind().startsWith("harmless-")) {
                cited.add(place);
                citedWordings.add(ErrorLine.wording(e.text()));
            } else if (cited.contains(place) && !ErrorLine.isOfManyMeanings(e.kind())) {
                citedKinds.add(e.kind());
            }
        }
    }

    private static Place place(LogEvent e) {
        return new Place(e.source().document(), e.source().firstLine());
    }

    /// @param known all findings of the other rules
    static Optional<Finding> in(Clues clues, Collection<Finding> known) {
        boolean faultKnown = known.stream().anyMatch(f -> f.severity().atLeast(Severity.WARNING));
        return new Unexplained(clues, known).finding(faultKnown);
    }

    private Optional<Finding> finding(boolean faultKnown) {
        Map<Place, ErrorLine> lines = new LinkedHashMap<>();
        List<LogEvent> told = new ArrayList<>(clues.of(ErrorLine.KINDS));
        told.addAll(ToolErrors.in(clues));
        for (LogEvent e : told) {
            if (isExplained(e)) continue;
            ErrorLine line = ErrorLine.of(e);
            if (line.weight() == ErrorLine.Weight.NONE) continue;
            lines.merge(place(e), line, (a, b) -> a.weight().compareTo(b.weight()) <= 0 ? a : b);
        }
        if (faultKnown) {
            lines.values()
                    .removeIf(l -> l.weight() == ErrorLine.Weight.CONSEQUENCE || isBesideCited(l));
        }
        List<LogEvent> steps = clues.of("steps");
        Map<String, Wording> live = new LinkedHashMap<>();
        Map<String, Wording> overcome = new LinkedHashMap<>();
        for (ErrorLine l : lines.values()) {
            Map<String, Wording> into = isOvercome(l.event(), steps) ? overcome : live;
            into.computeIfAbsent(l.key(), k -> new Wording(l, new ArrayList<>()))
                    .events()
                    .add(l.event());
        }
        if (!live.isEmpty()) return Optional.of(finding(live.values(), false));
        return overcome.isEmpty()
                ? Optional.empty()
                : Optional.of(finding(overcome.values(), true));
    }

    private boolean isBesideCited(ErrorLine l) {
        if (l.isOfItsOwn()) return false;
        Place at = place(l.event());
        for (int d = -BESIDE; d <= BESIDE; d++) {
            if (cited.contains(new Place(at.document(), at.line() + d))) return true;
        }
        return false;
    }

    private boolean isExplained(LogEvent e) {
        Place place = place(e);
        return cited.contains(place)
                || kinds.getOrDefault(place, Set.of()).stream().anyMatch(citedKinds::contains)
                || citedWordings.contains(ErrorLine.wording(e.text()));
    }

    private static boolean isOvercome(LogEvent e, List<LogEvent> steps) {
        return steps.stream()
                .anyMatch(
                        s ->
                                s.source().document().equals(e.source().document())
                                        && s.last() > e.last());
    }

    private Finding finding(Collection<Wording> wordings, boolean overcome) {
        List<Wording> ordered =
                wordings.stream()
                        .sorted(
                                Comparator.comparing((Wording w) -> w.first().weight())
                                        .thenComparing(w -> w.first().event().source().document())
                                        .thenComparing(w -> w.first().event().source().firstLine()))
                        .toList();
        List<Evidence> evidence = new ArrayList<>();
        List<String> counted = new ArrayList<>();
        Set<String> subjects = new TreeSet<>();
        for (Wording w : ordered) {
            w.events().forEach(e -> subjects.add(clues.who(e)));
            if (evidence.size() == QUOTES) continue;
            LogEvent first = w.first().event();
            evidence.add(
                    new Evidence(
                            first.source().document(), first.source().firstLine(), first.text()));
            if (w.count() > 1) counted.add(counted(w));
        }
        String first = quoted(ordered.getFirst().first().said());
        String summary =
                (ordered.size() == 1
                                ? "an error stands in the text that no rule explains: " + first
                                : "errors of %d wordings stand in the text that no rule explains, the first of them: %s"
                                        .formatted(ordered.size(), first))
                        + (overcome ? "; the job went on after it" : "");
        String cause =
                "Railhead does not know what these lines mean, and takes them for what they call"
                        + " themselves: errors"
                        + (counted.isEmpty() ? "" : ". " + String.join("; ", counted));
        return new Finding(
                CODE,
                overcome ? Severity.INFO : Severity.WARNING,
                subject(subjects),
                summary,
                cause,
                Explanations.of(CODE).map(Explanation::fix).orElse(""),
                evidence,
                Set.of());
    }

    private String counted(Wording w) {
        Set<String> who = new TreeSet<>();
        w.events().forEach(e -> who.add(clues.who(e)));
        return "%s stands %d times, on %s"
                .formatted(quoted(w.first().said()), w.count(), subject(who));
    }

    private static String subject(Set<String> who) {
        List<String> names = List.of(HostSet.fold(who).split(",(?![^\\[]*\\])"));
        return names.size() <= 3
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more";
    }

    private static String quoted(String text) {
        String one = text.strip().replaceAll("\\s+", " ");
        return "«" + (one.length() <= SHORT ? one : one.substring(0, SHORT) + " …") + "»";
    }
}
