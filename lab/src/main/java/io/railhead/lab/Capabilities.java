package io.railhead.lab;

import java.util.ArrayList;
import java.util.List;
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
