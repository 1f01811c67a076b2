package io.railhead.intent;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/// The known name a mistyped one was most likely meant to be.
public final class NearestName {
    private static final int LONGEST = 60;

    private NearestName() {}

    /// The nearest of the known names when it is near enough to be meant: at most a third of the
    /// letters differ (insertion, deletion, exchange, swap of neighbours), or one begins with the
    /// other.
    public static Optional<String> of(String typed, Collection<String> known) {
        String wanted = plain(typed);
        if (wanted.isEmpty() || wanted.length() > LONGEST) {
            return Optional.empty();
        }
        String best = "";
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            if (candidate.length() > LONGEST || candidate.equals(typed)) {
                continue;
            }
            int distance = distance(wanted, plain(candidate));
            if (distance < least) {
                least = distance;
                best = candidate;
            }
        }
        if (!best.isEmpty() && least <= Math.max(1, wanted.length() / 3)) {
            return Optional.of(best);
        }
        for (String candidate : known) {
            String other = plain(candidate);
            boolean begins = other.startsWith(wanted) || wanted.startsWith(other);
            if (begins && Math.min(other.length(), wanted.length()) >= 3) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    /// ` did you mean "x"?` as a remedy, or the list of what is known.
    static String remedy(String typed, Collection<String> known, String what) {
        Optional<String> near = of(typed, known);
        if (near.isPresent()) {
            return "did you mean " + near.get() + "?";
        }
        if (known.isEmpty()) {
            return "there are no " + what + " in this file";
        }
        String list = String.join(", ", known.stream().limit(20).toList());
        return what + " are: " + list + (known.size() > 20 ? ", …" : "");
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "").replace(" ", "");
    }

    /// Optimal string alignment distance.
    private static int distance(String a, String b) {
        int[] before = new int[b.length() + 1];
        int[] previous = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int least = Math.min(previous[j - 1] + cost, Math.min(previous[j], row[j - 1]) + 1);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    least = Math.min(least, before[j - 2] + 1);
                }
                row[j] = least;
            }
            int[] spare = before;
            before = previous;
            previous = row;
            row = spare;
        }
        return previous[b.length()];
    }
}
