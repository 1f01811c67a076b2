package io.railhead.intent;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Function;

/// Mappings and lists of which a host changes single entries: `null` takes an inherited one away.
final class Entries {
    /// Characters of a value on one line: a page of /proc/sys (proc_dostring in kernel/sysctl.c).
    private static final int LONGEST = 4096;

    private Entries() {}

    /// A mapping by name; what did not read is left out.
    ///
    /// @param named tells a fault of the name, and gives false when there is one
    static <T> Map<String, Optional<T>> read(
            Decoding in,
            Field field,
            String example,
            BiPredicate<Decoding, Field> named,
            Function<Field, Optional<T>> read) {
        Map<String, Optional<T>> entries = new LinkedHashMap<>();
        Section.open(in, field, example)
                .ifPresent(
                        section -> {
                            for (Field one : section.all()) {
                                if (!named.test(in, one)) {
                                    continue;
                                }
                                if (Decoding.isNull(one.value())) {
                                    entries.put(one.name(), Optional.empty());
                                } else {
                                    read.apply(one)
                                            .ifPresent(
                                                    v -> entries.put(one.name(), Optional.of(v)));
                                }
                            }
                        });
        return entries;
    }

    /// What is inherited, with the changes made.
    static <T> TreeMap<String, T> over(Map<String, Optional<T>> changes, Map<String, T> base) {
        TreeMap<String, T> merged = new TreeMap<>(base);
        changes.forEach(
                (key, value) ->
                        value.ifPresentOrElse(v -> merged.put(key, v), () -> merged.remove(key)));
        return merged;
    }

    /// The same for a list whose items have a name each.
    static <T> List<T> over(
            Map<String, Optional<T>> changes, List<T> base, Function<T, String> name) {
        TreeMap<String, T> byName = new TreeMap<>();
        base.forEach(item -> byName.put(name.apply(item), item));
        return List.copyOf(over(changes, byName).values());
    }

    /// A list of words, each once.
    static Optional<List<Located<String>>> words(
            Decoding in, Field field, String wanted, BiPredicate<Field, String> fits) {
        Map<String, Located<String>> words = new LinkedHashMap<>();
        boolean whole = true;
        for (Field item : in.items(field, wanted)) {
            Optional<String> word = in.word(item).filter(w -> fits.test(item, w));
            whole &= word.isPresent();
            if (word.isPresent()
                    && words.putIfAbsent(word.get(), new Located<>(word.get(), item.at()))
                            != null) {
                in.problems.error(
                        item.at(),
                        Ranges.shortened(word.get()) + " is listed twice",
                        "keep one of the two");
            }
        }
        return whole ? Optional.of(new ArrayList<>(words.values())) : Optional.empty();
    }

    /// One line of text, not blank.
    static boolean oneLine(Decoding in, Field field, String value) {
        if (value.length() > LONGEST) {
            in.problems.error(
                    field.at(),
                    "is " + value.length() + " characters long; at most " + LONGEST + " are taken",
                    "write what the machine would show");
            return false;
        }
        boolean fits = value.chars().noneMatch(c -> c < 0x20 && c != '\t') && !value.isBlank();
        if (!fits) {
            in.problems.error(field.at(), "is not a single line", "write one line of text");
        }
        return fits;
    }
}
