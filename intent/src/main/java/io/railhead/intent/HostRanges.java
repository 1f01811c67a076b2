package io.railhead.intent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Host names written short: `gpu[001-064]`, `a,b,c[1-3,7]`, `rack[1-2]-node[01-16]`.
///
/// Numbers keep the leading zeros of the lower end. Expansion is bounded: more than [#MOST] names
/// are a fault, found before they are made.
public final class HostRanges {
    /// Most names that one expression may stand for.
    public static final int MOST = 100_000;

    private static final Pattern NAME =
            Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,251}[A-Za-z0-9])?");

    private HostRanges() {}

    /// What came of expanding.
    public sealed interface Expansion {
        /// The names, in the order written; never empty, no name twice.
        record Names(List<String> names) implements Expansion {
            public Names {
                names = List.copyOf(names);
            }
        }

        /// Not a host range.
        record Bad(String message, String remedy) implements Expansion {}
    }

    /// Expands `gpu[001-064]` and lists of such, separated by commas.
    public static Expansion expand(String text) {
        return switch (Ranges.expand(text, MOST)) {
            case Ranges.Bad bad -> new Expansion.Bad(bad.message(), bad.remedy());
            case Ranges.Good good -> {
                Set<String> seen = new LinkedHashSet<>();
                for (Ranges.Expanded one : good.all()) {
                    if (!isHostName(one.text())) {
                        yield new Expansion.Bad(
                                "\"" + one.text() + "\" is not a host name",
                                "use letters, digits, '-', '_' and '.', and begin and end with a"
                                        + " letter or digit");
                    }
                    if (!seen.add(one.text())) {
                        yield new Expansion.Bad(
                                one.text() + " is named twice in \"" + text.strip() + "\"",
                                "let the ranges not overlap");
                    }
                }
                yield new Expansion.Names(List.copyOf(seen));
            }
        };
    }

    static boolean isHostName(String text) {
        return NAME.matcher(text).matches();
    }

    /// A name, and not an address in the place of one.
    static boolean isGivenName(String text) {
        return isHostName(text) && !text.matches("[0-9.]+|(addr|node)-[0-9a-f.-]+");
    }

    /// Writes names short again. Order is kept: `expand(fold(names))` gives the same list back.
    public static String fold(List<String> names) {
        List<String> parts = new ArrayList<>();
        int i = 0;
        while (i < names.size()) {
            Numbered first = Numbered.of(names.get(i));
            List<String> spans = new ArrayList<>();
            int next = i;
            while (next < names.size() && Numbered.of(names.get(next)).alike(first)) {
                int end = next;
                while (end + 1 < names.size()
                        && Numbered.of(names.get(end + 1)).follows(Numbered.of(names.get(end)))) {
                    end++;
                }
                Numbered low = Numbered.of(names.get(next));
                Numbered high = Numbered.of(names.get(end));
                spans.add(next == end ? low.digits : low.digits + "-" + high.digits);
                next = end + 1;
            }
            if (next == i || (spans.size() == 1 && next == i + 1)) {
                parts.add(names.get(i));
                next = i + 1;
            } else {
                parts.add(first.before + "[" + String.join(",", spans) + "]" + first.after);
            }
            i = next;
        }
        return String.join(",", parts);
    }

    /// A name split at its last run of digits; `digits` is empty when there is none.
    record Numbered(String before, String digits, String after) {

        static Numbered of(String name) {
            int end = name.length();
            while (end > 0 && !isDigit(name.charAt(end - 1))) {
                end--;
            }
            int begin = end;
            while (begin > 0 && isDigit(name.charAt(begin - 1)) && end - begin < 9) {
                begin--;
            }
            return end == 0
                    ? new Numbered(name, "", "")
                    : new Numbered(
                            name.substring(0, begin),
                            name.substring(begin, end),
                            name.substring(end));
        }

        private static boolean isDigit(char c) {
            return c >= '0' && c <= '9';
        }

        boolean alike(Numbered other) {
            return !digits.isEmpty()
                    && !other.digits.isEmpty()
                    && before.equals(other.before)
                    && after.equals(other.after);
        }

        long number() {
            return digits.isEmpty() ? -1 : Long.parseLong(digits);
        }

        /// True when the range syntax makes this name out of the one before it.
        boolean follows(Numbered previous) {
            if (!alike(previous) || number() != previous.number() + 1) {
                return false;
            }
            boolean padded = previous.digits.length() > 1 && previous.digits.startsWith("0");
            return padded
                    ? digits.length() == previous.digits.length()
                    : digits.equals(Long.toString(number()));
        }
    }
}
