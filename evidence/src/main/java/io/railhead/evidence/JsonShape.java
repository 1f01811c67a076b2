package io.railhead.evidence;

import io.railhead.model.Source;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/// What the members of a tool's JSON are, as far as a parser reads them. Whatever is something else
/// is named with its place, and stands as `null` afterwards, so that nobody reads it as another
/// value. Members that no row tells of are nobody's and stay as they are.
///
/// One row a member, its path and its [kind][JsonKind]:
///
/// ```
/// end.sum_sent*.bits_per_second    number 0..1e15
/// intervals[].sum*.omitted         flag
/// **.max-threshold                 like \d+ ?KB -- a size
/// ```
///
/// `[]` are the elements of a list, `*` stands for any part of a name, `#` for numbers (`0-3,7`),
/// `**` before a name for any path to it. What a path leads through is an object or a list. A
/// member with several rows may be any of what they say. Names of rows have no dots and no double
/// blanks.
public final class JsonShape {
    /// Members named of one document; then their number follows.
    private static final int MOST = 20;

    private static final int QUOTED = 40;

    /// A shape of which nothing is known.
    public static final JsonShape ANY = of("JSON", "");

    private final String format;
    private final Branch root = new Branch();
    private final Branch anywhere = new Branch();

    private JsonShape(String format) {
        this.format = format;
    }

    /// @param format what the text is, for people: `iperf3 JSON`
    /// @param rows as the class tells
    /// @throws IllegalArgumentException for a row that is none
    public static JsonShape of(String format, String rows) {
        JsonShape shape = new JsonShape(format);
        rows.lines().filter(r -> !r.isBlank()).forEach(shape::row);
        return shape;
    }

    private void row(String row) {
        String[] parts = row.strip().split(" {2,}", 2);
        if (parts.length < 2) throw new IllegalArgumentException("no kind in «" + row + "»");
        boolean free = parts[0].startsWith("**.");
        Branch at = free ? anywhere : root;
        for (String name : parts[0].substring(free ? 3 : 0).split("\\.")) {
            String plain = name.replace("[]", "");
            at = at.member(plain);
            for (int i = plain.length(); i < name.length(); i += 2) at = at.element();
        }
        at.kinds.add(JsonKind.of(parts[1].strip()));
    }

    /// Looks at all members; what is wrong is noted as [damaged][Lines#damaged] at its line.
    public void judge(JsonNode node, Source source, Lines lines) {
        Walk walk = new Walk(lines, source);
        walk.members(node, root, List.of());
        walk.rest();
    }

    /// What may follow a path.
    private static final class Branch {
        private final Map<String, Branch> exact = new LinkedHashMap<>();
        private final Map<Pattern, Branch> globs = new LinkedHashMap<>();
        private final Map<String, Branch> globsByName = new LinkedHashMap<>();
        private Optional<Branch> element = Optional.empty();
        private final List<JsonKind> kinds = new ArrayList<>();

        Branch member(String name) {
            if (!name.matches(".*[*#].*")) return exact.computeIfAbsent(name, n -> new Branch());
            return globsByName.computeIfAbsent(
                    name,
                    n -> {
                        Branch b = new Branch();
                        String words =
                                "\\Q"
                                        + n.replace("*", "\\E.*\\Q")
                                                .replace("#", "\\E\\d[\\d,-]*\\Q")
                                        + "\\E";
                        globs.put(Pattern.compile(words), b);
                        return b;
                    });
        }

        Branch element() {
            if (element.isEmpty()) element = Optional.of(new Branch());
            return element.get();
        }

        boolean hasMembers() {
            return !exact.isEmpty() || !globs.isEmpty();
        }

        Optional<Branch> find(String name) {
            Branch own = exact.get(name);
            if (own != null) return Optional.of(own);
            return globs.entrySet().stream()
                    .filter(g -> g.getKey().matcher(name).matches())
                    .map(Map.Entry::getValue)
                    .findFirst();
        }

        String wanted() {
            List<String> words = new ArrayList<>();
            kinds.forEach(k -> words.add(k.wanted()));
            if (hasMembers()) words.add("an object");
            if (element.isPresent()) words.add("a list");
            return String.join(" or ", words);
        }

        boolean fits(JsonNode node) {
            if (node.isObject() && hasMembers() || node.isArray() && element.isPresent()) {
                return true;
            }
            if (!kinds.isEmpty()) return kinds.stream().anyMatch(k -> k.fits(node));
            return !hasMembers() && element.isEmpty();
        }
    }

    private final class Walk {
        private final Lines lines;
        private final Source source;
        private Optional<JsonNames> names = Optional.empty();
        private int wrong;

        Walk(Lines lines, Source source) {
            this.lines = lines;
            this.source = source;
        }

        void members(JsonNode node, Branch branch, List<String> path) {
            if (!(node instanceof ObjectNode object)) return;
            for (String name : List.copyOf(object.propertyNames())) {
                Optional<Branch> known = branch.find(name).or(() -> anywhere.find(name));
                JsonNode value = object.path(name);
                List<String> at = joined(path, name);
                if (known.isPresent() && !known.get().fits(value)) {
                    wrong(value, known.get(), at);
                    object.set(name, NullNode.getInstance());
                } else {
                    below(value, known.orElseGet(Branch::new), at);
                }
            }
        }

        private void below(JsonNode value, Branch branch, List<String> path) {
            members(value, branch, path);
            if (!(value instanceof ArrayNode list)) return;
            Branch each = branch.element.orElseGet(Branch::new);
            for (int i = 0; i < list.size(); i++) {
                List<String> at = joined(path, "[" + i + "]");
                if (each.fits(list.path(i))) {
                    below(list.path(i), each, at);
                } else {
                    wrong(list.path(i), each, at);
                    list.set(i, NullNode.getInstance());
                }
            }
        }

        private static List<String> joined(List<String> path, String last) {
            List<String> all = new ArrayList<>(path);
            all.add(last);
            return all;
        }

        private void wrong(JsonNode value, Branch branch, List<String> path) {
            if (++wrong > MOST) return;
            if (names.isEmpty()) names = Optional.of(new JsonNames(lines, source));
            String[] members = path.stream().filter(p -> !p.startsWith("[")).toArray(String[]::new);
            lines.damaged(
                    names.get().of(members).firstLine(),
                    "%s: %s is %s, %s was expected"
                            .formatted(
                                    format,
                                    String.join(".", path).replace(".[", "["),
                                    quoted(value),
                                    branch.wanted()));
        }

        void rest() {
            if (wrong <= MOST) return;
            lines.damaged(
                    source.firstLine(),
                    "%s: %d more members are not what was expected"
                            .formatted(format, wrong - MOST));
        }

        private static String quoted(JsonNode node) {
            if (node.isObject()) return "an object";
            if (node.isArray()) return "a list";
            String text = node.toString();
            return text.length() > QUOTED ? text.substring(0, QUOTED) + "…" : text;
        }
    }
}
