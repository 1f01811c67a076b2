package io.railhead.evidence.qos;

import io.railhead.evidence.Numbers;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/// Names of DSCPs: those of `/etc/iproute2/rt_dsfield`, which every vendor uses, too (RFC 2474,
/// 2597, 3246, 5865, 8622).
public final class Dscp {
    private static final Map<String, Integer> NAMES =
            Map.of("DEFAULT", 0, "BE", 0, "LE", 1, "VOICE-ADMIT", 44, "VA", 44, "EF", 46);

    private Dscp() {}

    /// 26 of `AF31` and of `26`; empty for what is no DSCP.
    public static OptionalInt of(String text) {
        String s = text.strip().toUpperCase(Locale.ROOT);
        Integer named = NAMES.get(s);
        if (named != null) return OptionalInt.of(named);
        if (s.length() == 3 && s.startsWith("CS") && within(s.charAt(2), '0', '7')) {
            return OptionalInt.of((s.charAt(2) - '0') * 8);
        }
        if (s.length() == 4
                && s.startsWith("AF")
                && within(s.charAt(2), '1', '4')
                && within(s.charAt(3), '1', '3')) {
            return OptionalInt.of((s.charAt(2) - '0') * 8 + (s.charAt(3) - '0') * 2);
        }
        OptionalInt number = Numbers.toInt(s);
        return number.isPresent() && number.getAsInt() >= 0 && number.getAsInt() < 64
                ? number
                : OptionalInt.empty();
    }

    /// 24, 26 and 27 of `24,26-27` and of `cs3 af31 27`; what is no DSCP is left out.
    public static Set<Integer> ofList(String list) {
        Set<Integer> all = new TreeSet<>();
        for (String part : list.strip().split("[,\\s]+")) {
            int dash = part.indexOf('-');
            boolean range = dash > 0 && part.length() <= 5 && Character.isDigit(part.charAt(0));
            OptionalInt from = of(range ? part.substring(0, dash) : part);
            OptionalInt to = range ? of(part.substring(dash + 1)) : from;
            if (from.isEmpty() || to.isEmpty()) continue;
            for (int d = from.getAsInt(); d <= to.getAsInt(); d++) all.add(d);
        }
        return all;
    }

    private static boolean within(char c, char low, char high) {
        return c >= low && c <= high;
    }
}
