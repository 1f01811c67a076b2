package io.railhead.checks;

import io.railhead.model.Finding;
import io.railhead.model.Severity;
import io.railhead.model.intent.Cluster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Puts findings in the order in which a person should mend them.
///
/// A finding explains another when it names its code and both speak of one machine and not of
/// different rails of it (or one of them speaks of no machine). Findings that read alike but for
/// the machine form a [Group], those that something explains and those that nothing does apart;
/// groups that nothing explains are roots. Roots go by the worst severity among themselves and
/// what they explain; causes of something seen go before what stands alone; then by the number of
/// findings that mending them would settle. Each is followed at once by what it explains.
public final class Ranking {
    private static final Pattern ADDRESS =
            Pattern.compile("\\b\\d{1,3}(\\.\\d{1,3}){3}\\b|\\b[0-9a-f]{2}(:[0-9a-f]{2}){5}\\b");

    private final Places places;
    private final List<Group> ordered;

    /// Findings that differ only in the machine they speak of.
    ///
    /// @param pattern the subject with each machine's name replaced by `*`
    public record Group(String code, Severity severity, String pattern, List<Finding> findings) {

        /// What the members say of one thing, each wording once, with those that say it. Wordings
        /// that differ only in names of machines and addresses are one, in the words of the first.
        ///
        /// @param machines names that count as machines
        public SequencedMap<String, List<Finding>> wordings(
                Function<Finding, String> of, Set<String> machines) {
            Map<String, String> words = new HashMap<>();
            SequencedMap<String, List<Finding>> all = new LinkedHashMap<>();
            for (Finding f : findings) {
                String said = of.apply(f);
                String first = words.computeIfAbsent(Ranking.pattern(said, machines), p -> said);
                all.computeIfAbsent(first, w -> new ArrayList<>()).add(f);
            }
            return all;
        }
    }

    private Ranking(Places places, List<Group> groups) {
        this.places = places;
        this.ordered = order(groups);
    }

    /// @param machines names that count as machines in subjects
    public static Ranking of(Collection<Finding> findings, Set<String> machines) {
        return of(findings, machines, Optional.empty());
    }

    /// The same; with the intent a fault on one rail does not explain what is seen on another.
    public static Ranking of(
            Collection<Finding> findings, Set<String> machines, Optional<Cluster> wanted) {
        Places places = new Places(machines, wanted);
        Map<String, Explaining> explaining = explaining(findings, places);
        Map<List<Object>, List<Finding>> alike = new LinkedHashMap<>();
        for (Finding f : findings) {
            Explaining causes = explaining.get(f.code());
            alike.computeIfAbsent(
                            List.of(
                                    causes != null && causes.reach(places.of(f.subject())),
                                    f.code(),
                                    f.severity(),
                                    pattern(f.subject(), machines),
                                    pattern(f.summary(), machines)),
                            k -> new ArrayList<>())
                    .add(f);
        }
        List<Group> groups = new ArrayList<>();
        for (List<Finding> members : alike.values()) {
            List<Finding> sorted =
                    members.stream().sorted(Comparator.comparing(Finding::subject)).toList();
            Finding first = sorted.getFirst();
            groups.add(
                    new Group(
                            first.code(),
                            first.severity(),
                            pattern(first.subject(), machines),
                            sorted));
        }
        return new Ranking(places, groups);
    }

    /// Where the findings are that explain a code.
    private static final class Explaining {
        private final Places.Where where = new Places.Where();
        private boolean anywhere;

        boolean reach(Places.Where symptom) {
            return anywhere || where.meets(symptom);
        }
    }

    private static Map<String, Explaining> explaining(Collection<Finding> findings, Places places) {
        Map<String, Explaining> byCode = new HashMap<>();
        for (Finding f : findings) {
            for (String code : f.explains()) {
                if (code.equals(f.code())) {
                    continue;
                }
                Explaining causes = byCode.computeIfAbsent(code, c -> new Explaining());
                causes.anywhere |= !places.add(f.subject(), causes.where);
            }
        }
        return byCode;
    }

    /// Groups, roots first.
    public List<Group> groups() {
        return ordered;
    }

    /// All findings in order, `explains` of each reduced to what was found on its machines.
    public List<Finding> inOrder() {
        Map<String, Places.Where> byCode = new HashMap<>();
        for (Group g : ordered) {
            Places.Where where = byCode.computeIfAbsent(g.code(), c -> new Places.Where());
            g.findings().forEach(f -> places.add(f.subject(), where));
        }
        List<Finding> all = new ArrayList<>();
        for (Group g : ordered) {
            for (Finding f : g.findings()) {
                Places.Where where = places.of(f.subject());
                Set<String> present = new TreeSet<>();
                for (String code : f.explains()) {
                    Places.Where symptoms = byCode.get(code);
                    if (symptoms != null && !code.equals(f.code()) && where.meets(symptoms)) {
                        present.add(code);
                    }
                }
                all.add(f.explaining(present));
            }
        }
        return all;
    }

    /// The machines that a subject names.
    public static Set<String> machinesOf(String subject, Set<String> machines) {
        Set<String> found = new LinkedHashSet<>();
        Matcher m = Places.WORD.matcher(subject);
        while (m.find()) {
            if (machines.contains(m.group())) {
                found.add(m.group());
            }
        }
        return found;
    }

    /// Text with machine names replaced by `*` and addresses by `@`.
    static String pattern(String text, Set<String> machines) {
        String noAddress = ADDRESS.matcher(text).replaceAll("@");
        return Places.WORD
                .matcher(noAddress)
                .replaceAll(
                        r ->
                                machines.contains(r.group())
                                        ? "*"
                                        : Matcher.quoteReplacement(r.group()));
    }

    private List<Group> order(List<Group> groups) {
        Map<Group, Places.Where> where = new HashMap<>();
        Map<String, List<Group>> byCode = new HashMap<>();
        for (Group g : groups) {
            Places.Where of = new Places.Where();
            g.findings().forEach(f -> places.add(f.subject(), of));
            where.put(g, of);
            byCode.computeIfAbsent(g.code(), c -> new ArrayList<>()).add(g);
        }
        Places.Where nowhere = new Places.Where();
        Map<Group, List<Group>> explains = new LinkedHashMap<>();
        Set<Group> explained = new HashSet<>();
        for (Group g : groups) {
            List<Group> symptoms = new ArrayList<>();
            Set<String> codes = new TreeSet<>();
            g.findings().forEach(f -> codes.addAll(f.explains()));
            codes.remove(g.code());
            for (String code : codes) {
                for (Group s : byCode.getOrDefault(code, List.of())) {
                    if (explainsSome(g, code, where.getOrDefault(s, nowhere))) {
                        symptoms.add(s);
                        explained.add(s);
                    }
                }
            }
            explains.put(g, symptoms);
        }
        Map<Group, Weight> weights = new HashMap<>();
        for (Group g : groups) {
            Set<Group> reach = new LinkedHashSet<>();
            reach(g, explains, reach);
            weights.put(g, weigh(reach));
        }
        Comparator<Group> byWeight =
                Comparator.comparing((Group g) -> weights.getOrDefault(g, Weight.NONE))
                        .thenComparing(Group::severity)
                        .thenComparing(Group::code)
                        .thenComparing(g -> g.findings().getFirst().subject())
                        .thenComparing(g -> g.findings().getFirst().summary());
        Set<Group> placed = new LinkedHashSet<>();
        groups.stream()
                .filter(g -> !explained.contains(g))
                .sorted(byWeight)
                .forEach(g -> place(g, explains, byWeight, placed));
        // Whatever is left explains itself in a circle; it still has to be shown.
        groups.stream().sorted(byWeight).forEach(g -> place(g, explains, byWeight, placed));
        return List.copyOf(placed);
    }

    private boolean explainsSome(Group causes, String code, Places.Where symptoms) {
        return causes.findings().stream()
                .filter(f -> f.explains().contains(code))
                .anyMatch(f -> places.of(f.subject()).meets(symptoms));
    }

    private static void reach(Group from, Map<Group, List<Group>> explains, Set<Group> reached) {
        if (reached.add(from)) {
            explains.getOrDefault(from, List.of()).forEach(s -> reach(s, explains, reached));
        }
    }

    private static void place(
            Group g, Map<Group, List<Group>> explains, Comparator<Group> order, Set<Group> placed) {
        if (placed.add(g)) {
            explains.getOrDefault(g, List.of()).stream()
                    .sorted(order)
                    .forEach(s -> place(s, explains, order, placed));
        }
    }

    /// @param alone true when nothing that was found is explained by it
    private record Weight(Severity worst, boolean alone, int findings)
            implements Comparable<Weight> {
        static final Weight NONE = new Weight(Severity.INFO, true, 0);

        @Override
        public int compareTo(Weight other) {
            int order = worst.compareTo(other.worst);
            order = order != 0 ? order : Boolean.compare(alone, other.alone);
            return order != 0 ? order : Integer.compare(other.findings, findings);
        }
    }

    private static Weight weigh(Set<Group> reach) {
        Severity worst = Severity.INFO;
        int findings = 0;
        for (Group g : reach) {
            worst = g.severity().atLeast(worst) ? g.severity() : worst;
            findings += g.findings().size();
        }
        return new Weight(worst, reach.size() == 1, findings);
    }
}
