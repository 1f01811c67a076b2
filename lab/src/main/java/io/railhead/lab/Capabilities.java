package io.railhead.lab;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Which capabilities a lab host has, and why: the table `capabilities.txt` beside this class.
final class Capabilities {

    /// @param keep false when the host must not have it
    /// @param name as in capabilities(7), lower case, without `CAP_`
    record Row(boolean keep, String name, String reason) {}

    private Capabilities() {}

    static List<Row> table() {
        List<Row> rows = new ArrayList<>();
        for (String line : Resources.lines("capabilities.txt")) {
            String[] words = line.split("\\s+", 3);
            rows.add(new Row(words[0].equals("keep"), words[1], words[2]));
        }
        return rows;
    }

    /// What booted hosts keep besides, by name, with the reason.
    static Map<String, String> booted() {
        Map<String, String> kept = new LinkedHashMap<>();
        for (String line : Resources.lines("booted/capabilities.txt")) {
            String[] words = line.split("\\s+", 2);
            kept.put(words[0], words[1]);
        }
        return kept;
    }

    /// The value of `systemd-nspawn --capability` or `--drop-capability`. What neither names,
    /// because a newer kernel has it, nspawn does not give.
    static String nspawn(boolean keep) {
        Map<String, String> booted = booted();
        return table().stream()
                .filter(r -> (r.keep() || booted.containsKey(r.name())) == keep)
                .map(r -> "CAP_" + r.name().toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(","));
    }

    /// The value of `setpriv --bounding-set`: nothing but what is kept, so that a capability of a
    /// newer kernel is dropped too.
    static String boundingSet() {
        return "-all,"
                + table().stream()
                        .filter(Row::keep)
                        .map(r -> "+" + r.name())
                        .collect(Collectors.joining(","));
    }
}
