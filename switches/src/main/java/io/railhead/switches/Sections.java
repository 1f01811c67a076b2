package io.railhead.switches;

import io.railhead.model.Banners;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Configurations that are lines under headings, deeper ones indented further: NX-OS and EOS.
public final class Sections {

    /// Headings and statements at the margin that NX-OS and EOS print, and the title of their
    /// output.
    private static final Pattern MARGIN =
            Pattern.compile(
                    "^(?:!\\s?(?:Command: show run|device: )"
                            + "|(?:interface|hostname|switchname|class-map|policy-map|vlan|feature|vrf"
                            + "|ip route|ip access-list|router|vdc|snmp-server|spanning-tree|username"
                            + "|priority-flow-control|service-policy|transceiver|qos map|qos profile)"
                            + " \\S|system qos\\b)");

    /// Beginnings of lines of which a section can have only one: `mtu`, `bandwidth percent`. The
    /// longest that fits names the slot; a line that none fits is its own slot.
    private final List<String> single;

    /// `no …` lines that say something, because the default is the opposite.
    private final Set<String> negations;

    /// Headings that are there whether anything stands below them or not.
    private final Predicate<String> given;

    public Sections(List<String> single, Set<String> negations, Predicate<String> given) {
        this.negations = Set.copyOf(negations);
        this.given = given;
        this.single =
                single.stream().sorted((a, b) -> Integer.compare(b.length(), a.length())).toList();
    }

    /// Every line by its slot. Comments (`!`), blank lines and `no …` lines are left out: the last
    /// are how systems print that nothing is in a slot, but for those that say something.
    public Map<String, String> slots(String text) {
        Map<String, String> slots = new LinkedHashMap<>();
        Banners banners = new Banners();
        List<String> path = new ArrayList<>();
        List<Integer> depths = new ArrayList<>();
        for (String raw : text.lines().toList()) {
            String line = raw.strip();
            if (banners.isText(raw) || line.isEmpty() || line.startsWith("!")) {
                continue;
            }
            int depth = raw.length() - raw.stripLeading().length();
            while (!depths.isEmpty() && depths.getLast() >= depth) {
                depths.removeLast();
                path.removeLast();
            }
            if (!line.startsWith("no ") || negations.contains(line)) {
                slots.put(slot(path, line), line);
            }
            path.add(line);
            depths.add(depth);
        }
        return slots;
    }

    /// Whether any line at the margin is one that such configurations are made of.
    public static boolean isConfiguration(String text) {
        return text.lines().anyMatch(line -> MARGIN.matcher(line).find());
    }

    /// The first line of a text that a pattern finds at its begin, without what stands around it.
    public static Optional<String> lineOf(String text, Pattern begin) {
        return text.lines()
                .filter(line -> begin.matcher(line).lookingAt())
                .map(String::strip)
                .findFirst();
    }

    /// The slot of a line under its headings.
    public String slot(List<String> section, String line) {
        String said = negations.contains(line) ? line.substring("no ".length()) : line;
        String own =
                single.stream()
                        .filter(s -> said.equals(s) || said.startsWith(s + " "))
                        .findFirst()
                        .orElse(said);
        List<String> parts = new ArrayList<>(section);
        parts.add(own);
        return String.join(" / ", parts);
    }

    /// Whether a heading is there anyway, so that it is no statement of its own.
    boolean isGiven(String heading) {
        return given.test(heading);
    }

    /// The command that empties the slot of a line.
    private String emptied(String line) {
        return negations.contains(line)
                ? "default " + line.substring("no ".length())
                : "no " + line;
    }

    /// Differences as lines to enter, each heading once for those that follow one another under it.
    public List<String> enter(List<Difference> differences, String indent) {
        List<String> lines = new ArrayList<>();
        List<String> open = List.of();
        for (Difference one : differences) {
            List<String> section = one.wanted().section();
            int common = 0;
            while (common < open.size()
                    && common < section.size()
                    && open.get(common).equals(section.get(common))) {
                common++;
            }
            for (int depth = common; depth < section.size(); depth++) {
                lines.add(indent.repeat(depth) + section.get(depth));
            }
            String line = one.wanted().line().orElseGet(() -> emptied(one.is().orElseThrow()));
            // A line that is itself the heading of what follows is entered with it.
            lines.add(indent.repeat(section.size()) + line);
            List<String> now = new ArrayList<>(section);
            if (one.wanted().line().isPresent()) {
                now.add(line);
            }
            open = now;
        }
        return lines;
    }
}
