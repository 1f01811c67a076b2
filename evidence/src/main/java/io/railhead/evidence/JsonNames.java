package io.railhead.evidence;

import io.railhead.model.Source;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the lines of members, which a tree of JSON no longer knows: where each name stands.
public final class JsonNames {
    private static final Pattern NAME = Pattern.compile("\"([^\"]{1,100})\" ?:");
    private final Lines lines;
    private final int first;
    private final Map<String, TreeSet<Integer>> at = new HashMap<>();

    /// @param all the lines of the value, as [Json#elements] tells them
    public JsonNames(Lines lines, Source all) {
        this(lines, all, NAME);
    }

    /// @param name how names of members are written, the name itself in its first group
    public JsonNames(Lines lines, Source all, Pattern name) {
        this.lines = lines;
        int base = lines.firstNumber();
        this.first = Math.max(all.firstLine() - base, 0);
        int last = Math.min(all.lastLine() - base, lines.size() - 1);
        for (int i = first; i <= last; i++) {
            Matcher m = name.matcher(lines.get(i).text());
            while (m.find()) at.computeIfAbsent(m.group(1), n -> new TreeSet<>()).add(i);
        }
    }

    /// The line of the last member of a path: each is looked for from the line of the one before
    /// it. A name that is not there leaves the line where it is.
    public Source of(String... path) {
        return lines.get(line(path)).source();
    }

    /// The text of that line, without blanks around it.
    public String text(String... path) {
        return lines.get(line(path)).stripped();
    }

    private int line(String... path) {
        int line = first;
        for (String member : path) {
            Integer found = at.getOrDefault(member, new TreeSet<>()).ceiling(line);
            if (found != null) line = found;
        }
        return line;
    }
}
