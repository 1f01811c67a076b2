package io.railhead.cli.report;

import java.util.Comparator;

/// Names in the order a person expects: `gpu2` before `gpu10`.
final class Names {
    static final Comparator<String> ORDER = Names::compare;

    private Names() {}

    private static int compare(String a, String b) {
        int i = 0;
        int j = 0;
        while (i < a.length() && j < b.length()) {
            if (digit(a.charAt(i)) && digit(b.charAt(j))) {
                int endA = end(a, i);
                int endB = end(b, j);
                int startA = significant(a, i, endA);
                int startB = significant(b, j, endB);
                int order = Integer.compare(endA - startA, endB - startB);
                for (int k = 0; order == 0 && k < endA - startA; k++) {
                    order = Character.compare(a.charAt(startA + k), b.charAt(startB + k));
                }
                if (order != 0) {
                    return order;
                }
                i = endA;
                j = endB;
            } else {
                int order = Character.compare(a.charAt(i), b.charAt(j));
                if (order != 0) {
                    return order;
                }
                i++;
                j++;
            }
        }
        int order = Integer.compare(a.length() - i, b.length() - j);
        return order != 0 ? order : a.compareTo(b);
    }

    private static boolean digit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int end(String s, int from) {
        int end = from;
        while (end < s.length() && digit(s.charAt(end))) {
            end++;
        }
        return end;
    }

    /// The first digit that is not a leading zero, or the last digit.
    private static int significant(String s, int from, int end) {
        int at = from;
        while (at < end - 1 && s.charAt(at) == '0') {
            at++;
        }
        return at;
    }
}
