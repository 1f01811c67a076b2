package io.railhead.evidence.switching;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Names of ports and of sets of priorities, as switches print them.
public final class Ports {
    private static final Pattern SHORT = Pattern.compile("([A-Za-z-]{2,12}) ?(\\d[\\d/.:]{0,24})");

    /// Abbreviations of NX-OS and EOS, lower case.
    private static final Map<String, String> LONG =
            Map.of(
                    "eth", "Ethernet",
                    "et", "Ethernet",
                    "ethernet", "Ethernet",
                    "veth", "Vethernet",
                    "po", "port-channel",
                    "port-channel", "port-channel",
                    "ma", "Management",
                    "management", "Management",
                    "vl", "Vlan",
                    "lo", "Loopback");

    private static final Pattern RULER = Pattern.compile("[-=+| ]{3,}");

    private Ports() {}

    /// The long name: `Ethernet1/51` of `Eth1/51`, `e1/51` stays as it is.
    public static String full(String name) {
        Matcher m = SHORT.matcher(name);
        if (!m.matches()) return name;
        String word = LONG.get(m.group(1).toLowerCase(java.util.Locale.ROOT));
        return word == null ? name : word + m.group(2);
    }

    /// A line of dashes, equals signs or bars.
    public static boolean isRuler(String line) {
        return RULER.matcher(line).matches() && line.strip().length() >= 3;
    }

    /// Priorities of a hexadecimal bitmap: 3 and 4 of `18`; none for what is no bitmap.
    public static Set<Integer> ofBitmap(String hex) {
        Set<Integer> on = new TreeSet<>();
        if (hex.length() > 2) return on;
        try {
            int bits = Integer.parseInt(hex, 16);
            for (int p = 0; p < 8; p++) if ((bits >> p & 1) == 1) on.add(p);
        } catch (NumberFormatException e) {
            return on;
        }
        return on;
    }

    /// Numbers of a list: 0, 1 and 3 of `0-1,3`; what is no number from 0 to `most` is left out.
    public static Set<Integer> ofList(String list, int most) {
        Set<Integer> all = new TreeSet<>();
        for (String part : list.strip().split("[,\\s]+")) {
            Matcher m = RANGE.matcher(part);
            if (!m.matches()) continue;
            int low = Integer.parseInt(m.group(1));
            int high = m.group(2) == null ? low : Integer.parseInt(m.group(2));
            for (int i = low; i <= Math.min(high, most); i++) all.add(i);
        }
        return all;
    }

    private static final Pattern RANGE = Pattern.compile("(\\d{1,3})(?:-(\\d{1,3}))?");
}
