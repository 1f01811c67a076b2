package io.railhead.evidence;

import io.railhead.model.Source;
import io.railhead.model.fact.Fact;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Facts as plain maps and lists, and the comparison of such with an expectation in JSON.
final class FactTree {
    private FactTree() {}

    /// Facts by the simple name of their record: `NetInterface` to a list of maps.
    static Map<String, Object> of(List<Fact> facts) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Map<String, List<Object>> lists = new LinkedHashMap<>();
        for (Fact fact : facts) {
            lists.computeIfAbsent(fact.getClass().getSimpleName(), k -> new ArrayList<>())
                    .add(plain(fact));
        }
        tree.putAll(lists);
        return tree;
    }

    static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Optional<?> o -> o.isPresent() ? plain(o.get()) : null;
            case OptionalInt o -> o.isPresent() ? o.getAsInt() : null;
            case OptionalLong o -> o.isPresent() ? o.getAsLong() : null;
            case OptionalDouble o -> o.isPresent() ? o.getAsDouble() : null;
            case Set<?> s -> plainList(new TreeSet<Object>(s));
            case Collection<?> c -> plainList(c);
            case Map<?, ?> m -> plainMap(m);
            case Enum<?> e -> e.name();
            case Record r -> plainRecord(r);
            default -> value;
        };
    }

    private static List<@Nullable Object> plainList(Collection<?> values) {
        List<@Nullable Object> list = new ArrayList<>();
        for (Object v : values) list.add(plain(v));
        return list;
    }

    private static Map<String, @Nullable Object> plainMap(Map<?, ?> values) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        values.forEach((k, v) -> map.put(String.valueOf(k), plain(v)));
        return map;
    }

    private static @Nullable Object plainRecord(Record r) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        RecordComponent[] components = r.getClass().getRecordComponents();
        for (RecordComponent c : components) {
            try {
                Object value = c.getAccessor().invoke(r);
                if (value instanceof Source s) {
                    map.put("lines", List.of(s.firstLine(), s.lastLine()));
                } else {
                    map.put(c.getName(), plain(value));
                }
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
        // A unit such as Bandwidth is its only number.
        return components.length == 1 ? map.values().iterator().next() : map;
    }

    /// Differences between what is wanted and what there is. Objects may hold more than is wanted;
    /// arrays may not; numbers are compared as numbers, null means absent.
    static List<String> differences(String path, JsonNode wanted, @Nullable Object actual) {
        List<String> out = new ArrayList<>();
        compare(path, wanted, actual, out);
        return out;
    }

    private static void compare(
            String path, JsonNode wanted, @Nullable Object actual, List<String> out) {
        if (wanted.isObject() && actual instanceof Map<?, ?> map) {
            wanted.properties()
                    .forEach(
                            e ->
                                    compare(
                                            path + "." + e.getKey(),
                                            e.getValue(),
                                            map.get(e.getKey()),
                                            out));
        } else if (wanted.isArray() && actual instanceof List<?> list) {
            if (wanted.size() != list.size()) {
                out.add(
                        "%s: %d wanted, %d read: %s"
                                .formatted(path, wanted.size(), list.size(), list));
                return;
            }
            for (int i = 0; i < list.size(); i++) {
                compare(path + "[" + i + "]", wanted.path(i), list.get(i), out);
            }
        } else if (!sameScalar(wanted, actual)) {
            out.add("%s: wanted %s, read %s".formatted(path, wanted, actual));
        }
    }

    private static boolean sameScalar(JsonNode wanted, @Nullable Object actual) {
        if (wanted.isNull()) return actual == null;
        if (wanted.isNumber() && actual instanceof Number n) {
            if (wanted.isIntegralNumber() && (n instanceof Long || n instanceof Integer)) {
                return wanted.longValue() == n.longValue();
            }
            double w = wanted.doubleValue();
            return Math.abs(w - n.doubleValue()) <= 1e-9 * Math.max(Math.abs(w), 1e-9);
        }
        if (wanted.isBoolean()) return Boolean.valueOf(wanted.booleanValue()).equals(actual);
        return wanted.isString() && wanted.asString("").equals(actual);
    }
}
