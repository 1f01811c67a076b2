package io.railhead.twin;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// EOS: lines under headings, and DSCP maps that are printed together by traffic class.
final class EosConfig implements ConfigText {
    private static final Pattern MAP =
            Pattern.compile("qos map dscp ([0-9 ]+) to traffic-class ([0-7])");
    private static final Pattern UNMAP = Pattern.compile("no qos map dscp ([0-9 ]+)");

    final SectionedConfig sections;
    private final TreeMap<Integer, Integer> classes = new TreeMap<>();

    EosConfig(List<String> single, String text) {
        sections = new SectionedConfig("   ", single, "");
        enter(text.lines().toList());
    }

    private EosConfig(SectionedConfig sections, Map<Integer, Integer> classes) {
        this.sections = sections;
        this.classes.putAll(classes);
    }

    @Override
    public EosConfig copy() {
        return new EosConfig(sections.copy(), classes);
    }

    @Override
    public void enter(List<String> lines) {
        sections.enter(lines.stream().filter(l -> !map(l)).toList());
    }

    /// Takes a line of DSCP maps.
    ///
    /// @return false when it is none
    boolean map(String line) {
        Matcher map = MAP.matcher(line.strip());
        if (map.matches()) {
            for (String dscp : map.group(1).strip().split(" +")) {
                classes.put(Integer.parseInt(dscp), Integer.parseInt(map.group(2)));
            }
            return true;
        }
        Matcher unmap = UNMAP.matcher(line.strip());
        if (!unmap.matches()) {
            return false;
        }
        for (String dscp : unmap.group(1).strip().split(" +")) {
            classes.remove(Integer.parseInt(dscp));
        }
        return true;
    }

    @Override
    public String print() {
        StringBuilder out = new StringBuilder();
        for (int to : new TreeSet<>(classes.values())) {
            out.append("qos map dscp ")
                    .append(
                            classes.entrySet().stream()
                                    .filter(e -> e.getValue() == to)
                                    .map(e -> String.valueOf(e.getKey()))
                                    .collect(Collectors.joining(" ")))
                    .append(" to traffic-class ")
                    .append(to)
                    .append('\n');
        }
        return out + sections.print();
    }
}
