package io.railhead.cli.report;

import io.railhead.bench.Values;
import io.railhead.model.Expectation;
import io.railhead.model.Measurement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Sentences that differ only in their numbers, told once with how many more there are.
final class Folded {
    private static final Pattern NUMBERS = Pattern.compile("[0-9]+(\\.[0-9]+)?");

    /// After a number, `µs` or `ms` and `Gb/s` or `Mb/s` are the same sentence.
    private static final Pattern UNITS = Pattern.compile("# ([µm]s|[GM]b/s)");

    private Folded() {}

    private static String template(String sentence) {
        String numberless = NUMBERS.matcher(sentence).replaceAll("#");
        return UNITS.matcher(numberless).replaceAll("# unit");
    }

    /// The sentences, the first of each kind, followed by how many are like it.
    static List<String> sentences(Iterable<String> all) {
        Map<String, List<String>> kinds = new LinkedHashMap<>();
        for (String s : new LinkedHashSet<>(listed(all))) {
            kinds.computeIfAbsent(template(s), k -> new ArrayList<>()).add(s);
        }
        List<String> folded = new ArrayList<>();
        for (List<String> same : kinds.values()) {
            // Two are still read faster than folded.
            if (same.size() <= 2) {
                folded.addAll(same);
            } else {
                folded.add(same.getFirst() + " (and " + (same.size() - 1) + " like it)");
            }
        }
        return folded;
    }

    private static List<String> listed(Iterable<String> all) {
        List<String> list = new ArrayList<>();
        all.forEach(list::add);
        return list;
    }

    /// One reason why values are judged as they are.
    ///
    /// @param of what it is said of: names of values
    /// @param counts how the values were judged: `3 met, 1 missed`
    /// @param why the arithmetic; of several that differ only in numbers the first
    /// @param like how many more there are
    record Reason(List<String> of, String counts, String why, int like) {

        /// `of (counts): why (and 3 like it)`, without the part before the colon.
        String text() {
            return like == 0 ? why : why + " (and " + like + " like it)";
        }
    }

    private static final class Kind {
        private final Set<String> names = new LinkedHashSet<>();
        private final Set<String> whys = new LinkedHashSet<>();
        private final List<Measurement> values = new ArrayList<>();
    }

    /// What the values are held against: every distinct sentence of every reason.
    static List<Reason> reasons(List<Measurement> all) {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        for (Measurement m : all) {
            String why = m.expectation().map(Expectation::why).orElse("");
            for (String sentence : why.split("\\. ", -1)) {
                if (!sentence.isBlank()) {
                    Kind kind = kinds.computeIfAbsent(template(sentence), k -> new Kind());
                    kind.names.add(Values.name(m));
                    kind.whys.add(sentence);
                    kind.values.add(m);
                }
            }
        }
        return kinds.values().stream()
                .map(
                        k ->
                                new Reason(
                                        List.copyOf(k.names),
                                        counts(k.values),
                                        k.whys.iterator().next(),
                                        k.whys.size() - 1))
                .toList();
    }

    private static String counts(List<Measurement> values) {
        return Paths.verdicts(values).entrySet().stream()
                .filter(e -> e.getValue() > 0)
                .map(e -> e.getValue() + " " + Words.judged(e.getKey()))
                .collect(Collectors.joining(", "));
    }
}
