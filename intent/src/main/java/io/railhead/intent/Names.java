package io.railhead.intent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// Keys that are names or ranges of names: each name once, each with what its templates may say.
final class Names {
    private final Decoding in;
    private final String what;
    private final Pattern form;
    private final int most;
    private final Map<String, Integer> lines = new HashMap<>();

    /// @param what `host`, `rail`, `switch`, for messages
    /// @param most names in one file; more are not a cluster
    Names(Decoding in, String what, Pattern form, int most) {
        this.in = in;
        this.what = what;
        this.form = form;
        this.most = most;
    }

    /// A name, the numbers of its brackets and its index in the expansion of its key.
    record Named(String name, List<Long> numbers, int index) {

        /// The number in a name: that of its last bracket, or its last run of digits.
        OptionalLong number() {
            if (!numbers.isEmpty()) {
                return OptionalLong.of(numbers.getLast());
            }
            HostRanges.Numbered split = HostRanges.Numbered.of(name);
            return split.digits().isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(split.number());
        }

        /// `{n}`, `{n1}` … of several brackets, `{i}`, `{name}`.
        Template.Scope scope() {
            Map<String, Long> values = new LinkedHashMap<>();
            number().ifPresent(n -> values.put("n", n));
            for (int k = 0; k < numbers.size(); k++) {
                values.put("n" + (k + 1), numbers.get(k));
            }
            values.put("i", (long) index);
            return new Template.Scope(values, Map.of("name", name));
        }

        /// `{r}` and `{rail}` of a rail.
        Template.Scope railScope() {
            Map<String, Long> values = new LinkedHashMap<>();
            number().ifPresent(n -> values.put("r", n));
            return new Template.Scope(values, Map.of("rail", name));
        }
    }

    /// The names a key stands for; those that another key already stands for are a problem.
    List<Named> of(Field key) {
        return switch (Ranges.expand(key.name(), most)) {
            case Ranges.Bad bad -> {
                in.problems.error(key.keyAt(), bad.message(), bad.remedy());
                yield List.of();
            }
            case Ranges.Good good -> fresh(key, good.all());
        };
    }

    private List<Named> fresh(Field key, List<Ranges.Expanded> all) {
        List<Named> fresh = new ArrayList<>();
        Map<Integer, List<String>> taken = new LinkedHashMap<>();
        int index = 0;
        for (Ranges.Expanded one : all) {
            if (!form.matcher(one.text()).matches()) {
                in.problems.perHost(
                        key.keyAt(),
                        "form",
                        "\"" + Ranges.shortened(one.text()) + "\" cannot name a " + what,
                        "use letters, digits, '-', '_' and '.', beginning with a letter or digit");
                continue;
            }
            Integer line = lines.putIfAbsent(one.text(), key.keyAt().line());
            if (line == null) {
                fresh.add(new Named(one.text(), one.numbers(), index));
                if (lines.size() > most) {
                    throw new Decoding.TooLarge();
                }
            } else {
                taken.computeIfAbsent(line, l -> new ArrayList<>()).add(one.text());
            }
            index++;
        }
        taken.forEach(
                (line, names) ->
                        in.problems.error(
                                key.keyAt(),
                                (names.size() == 1 ? "the " + what + " " : what + "s ")
                                        + Ranges.shortened(HostRanges.fold(names))
                                        + (names.size() == 1 ? " is" : " are")
                                        + " already declared in line "
                                        + line,
                                "let the ranges not overlap, and name each " + what + " once"));
        return fresh;
    }

    /// Every name declared so far, also of what could not be read otherwise.
    Set<String> declared() {
        return Collections.unmodifiableSet(lines.keySet());
    }
}
