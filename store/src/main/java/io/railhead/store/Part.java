package io.railhead.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/// A part of a document that is read strictly. What is absent or `null` is left out; what is there
/// and is something else than wanted is refused with where it is.
///
/// @param path to it: `measurements[3].source`; empty at the root
record Part(JsonNode node, String path) {
    private static final int QUOTED = 40;

    Part at(String field) {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        return new Part(node.path(field), path.isEmpty() ? field : path + "." + field);
    }

    private boolean isAbsent() {
        return node.isMissingNode() || node.isNull();
    }

    /// @param wanted in words: `a number from 0 to 1`
    IllegalArgumentException wrong(String field, String wanted) {
        return at(field).wrong(wanted);
    }

    private IllegalArgumentException wrong(String wanted) {
        String is = node.isMissingNode() ? "is missing" : "is " + quoted();
        return new IllegalArgumentException(path + " " + is + ", wanted " + wanted);
    }

    private String quoted() {
        if (node.isObject()) return "an object";
        if (node.isArray()) return "a list";
        String text = node.toString();
        return "«" + (text.length() > QUOTED ? text.substring(0, QUOTED) + "…" : text) + "»";
    }

    /// A text, or nothing when it is absent.
    String text(String field) {
        Part part = at(field);
        return part.isAbsent() ? "" : part.word();
    }

    /// A text with something in it.
    String required(String field) {
        Part part = at(field);
        if (part.isAbsent() || part.word().isBlank()) {
            throw part.wrong("a text");
        }
        return part.word();
    }

    /// The part itself as a text.
    String word() {
        if (!node.isString()) {
            throw wrong("a text");
        }
        return node.asString();
    }

    /// A word of an enumeration.
    <E extends Enum<E>> E word(Class<E> type, String field) {
        String name = required(field).toUpperCase(Locale.ROOT).replace('-', '_');
        for (E value : type.getEnumConstants()) {
            if (value.name().equals(name)) {
                return value;
            }
        }
        List<String> all =
                Arrays.stream(type.getEnumConstants())
                        .map(v -> v.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                        .toList();
        throw wrong(field, "one of " + String.join(", ", all));
    }

    /// A number within bounds, both included; empty when it is absent.
    OptionalDouble number(String field, double least, double most) {
        Part part = at(field);
        if (part.isAbsent()) return OptionalDouble.empty();
        double value = part.node.isNumber() ? part.node.doubleValue() : Double.NaN;
        if (Double.isNaN(value) || value < least || value > most) {
            throw part.wrong(range(least, most));
        }
        return OptionalDouble.of(value);
    }

    static String range(double least, double most) {
        return String.format(Locale.ROOT, "a number from %.4g to %.4g", least, most)
                .replace("0.000", "0");
    }

    /// A line of a document; 0 when it is absent.
    int line(String field) {
        double line = number(field, 0, Integer.MAX_VALUE).orElse(0);
        if (line != Math.rint(line)) {
            throw wrong(field, "a line, counted from 1");
        }
        return (int) line;
    }

    Optional<Part> object(String field) {
        Part part = at(field);
        if (part.isAbsent()) return Optional.empty();
        if (!part.node.isObject()) {
            throw part.wrong("an object");
        }
        return Optional.of(part);
    }

    /// What is in a list; nothing when the list is absent.
    <T> List<T> each(String field, Function<Part, T> reader) {
        return at(field).isAbsent() ? List.of() : must(field, reader);
    }

    /// What is in a list that has to be there.
    <T> List<T> must(String field, Function<Part, T> reader) {
        Part list = at(field);
        if (!list.node.isArray()) {
            throw list.wrong("a list");
        }
        List<T> all = new ArrayList<>();
        for (JsonNode item : list.node) {
            all.add(reader.apply(new Part(item, list.path + "[" + all.size() + "]")));
        }
        return all;
    }

    /// Names with a text, a number or a truth each; empty when it is absent.
    TreeMap<String, String> map(String field) {
        TreeMap<String, String> all = new TreeMap<>();
        Optional<Part> map = object(field);
        if (map.isEmpty()) return all;
        map.get()
                .node
                .propertyStream()
                .forEach(
                        p -> {
                            if (!p.getValue().isValueNode() || p.getValue().isNull()) {
                                throw map.get().wrong(p.getKey(), "a text");
                            }
                            all.put(p.getKey(), p.getValue().asString());
                        });
        return all;
    }
}
