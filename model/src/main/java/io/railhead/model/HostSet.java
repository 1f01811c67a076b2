package io.railhead.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of many hosts in few characters: `gpu[001-064]`, the notation that `--hosts` reads.
public final class HostSet {
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})(\\D*)");

    private HostSet() {}

    private record Key(String before, int width, String after) {}

    private record Member(String digits, long value) {}

    /// Folds names that differ only in their last number; the others stand as they are. The order
    /// is that of the first name of each group. `gpu1, gpu2, gpu4, head` gives `gpu[1-2,4],head`.
    public static String fold(Collection<String> names) {
        Map<Object, List<Member>> groups = new LinkedHashMap<>();
        for (String name : names) {
            Matcher m = NUMBERED.matcher(name);
            if (m.matches()) {
                String digits = m.group(2);
                // Numbers with leading zeros fold only with those of the same width.
                int width = digits.startsWith("0") ? digits.length() : 0;
                Key key = new Key(m.group(1), width, m.group(3));
                // `10` goes on where `09` ended, `100` where `099` or `99` did.
                for (int w = digits.length(); width == 0 && w > 1; w--) {
                    Key padded = new Key(m.group(1), w, m.group(3));
                    if (groups.containsKey(padded)) {
                        key = padded;
                        break;
                    }
                }
                groups.computeIfAbsent(key, k -> new ArrayList<>())
                        .add(new Member(digits, Long.parseLong(digits)));
            } else {
                groups.computeIfAbsent(name, k -> new ArrayList<>());
            }
        }
        List<String> parts = new ArrayList<>();
        groups.forEach(
                (key, members) ->
                        parts.add(
                                key instanceof Key(String before, int _, String after)
                                        ? before + ranges(members) + after
                                        : key.toString()));
        return String.join(",", parts);
    }

    private static String ranges(List<Member> members) {
        List<Member> sorted =
                members.stream()
                        .distinct()
                        .sorted(
                                Comparator.comparingLong(Member::value)
                                        .thenComparing(Member::digits))
                        .toList();
        if (sorted.size() == 1) {
            return sorted.getFirst().digits();
        }
        List<String> ranges = new ArrayList<>();
        int from = 0;
        for (int i = 1; i <= sorted.size(); i++) {
            if (i == sorted.size() || sorted.get(i).value() != sorted.get(i - 1).value() + 1) {
                String first = sorted.get(from).digits();
                String last = sorted.get(i - 1).digits();
                ranges.add(from == i - 1 ? first : first + "-" + last);
                from = i;
            }
        }
        return "[" + String.join(",", ranges) + "]";
    }
}
