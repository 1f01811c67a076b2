package io.railhead.switches.sonic;

import io.railhead.switches.Difference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// CONFIG_DB as text: JSON of tables, keys and fields to read, a JSON patch (RFC 6902) to enter
/// with `config apply-patch`.
final class ConfigDb {
    private static final JsonMapper JSON = JsonMapper.shared();

    private ConfigDb() {}

    static String slot(String table, String key, String field) {
        return table + " / " + key + " / " + field;
    }

    /// Every field by its slot; text that is no JSON object has none.
    static Map<String, String> read(String text) {
        Map<String, String> slots = new LinkedHashMap<>();
        int begin = text.indexOf('{');
        if (begin < 0) {
            return slots;
        }
        JsonNode root;
        try {
            root = JSON.readTree(text.substring(begin));
        } catch (JacksonException e) {
            return slots;
        }
        root.propertyStream()
                .forEach(
                        table ->
                                table.getValue()
                                        .propertyStream()
                                        .forEach(
                                                key ->
                                                        fields(
                                                                slots,
                                                                table.getKey(),
                                                                key.getKey(),
                                                                key.getValue())));
        return slots;
    }

    private static void fields(
            Map<String, String> slots, String table, String key, JsonNode value) {
        slots.put(slot(table, key, ""), "");
        value.propertyStream()
                .forEach(f -> slots.put(slot(table, key, f.getKey()), text(f.getValue())));
    }

    private static String text(JsonNode value) {
        if (value.isArray()) {
            return value.valueStream().map(ConfigDb::text).collect(Collectors.joining(","));
        }
        return value.isValueNode() ? value.asString() : value.toString();
    }

    /// What changes as a patch. A table or key that is new is added whole, as RFC 6902 adds nothing
    /// below what is not there; one that is left empty is removed, as SONiC takes no empty table.
    static List<String> patch(List<Difference> differences, Map<String, String> running) {
        if (differences.isEmpty()) {
            return List.of();
        }
        Map<String, Map<String, Map<String, String>>> before = tree(running);
        Map<String, Map<String, Map<String, String>>> after = tree(running);
        Set<List<String>> touched = new LinkedHashSet<>();
        for (Difference one : differences) {
            String table = one.wanted().section().get(0);
            String key = one.wanted().section().get(1);
            String field = one.wanted().slot().substring(slot(table, key, "").length());
            Map<String, Map<String, String>> keys =
                    after.computeIfAbsent(table, t -> new LinkedHashMap<>());
            Map<String, String> fields = keys.computeIfAbsent(key, k -> new LinkedHashMap<>());
            one.wanted()
                    .line()
                    .ifPresentOrElse(v -> fields.put(field, v), () -> fields.remove(field));
            if (fields.isEmpty()) {
                keys.remove(key);
            }
            if (keys.isEmpty()) {
                after.remove(table);
            }
            touched.add(List.of(table, key));
        }
        List<String> operations = new ArrayList<>();
        Set<String> whole = new LinkedHashSet<>();
        for (List<String> place : touched) {
            String table = place.get(0);
            String key = place.get(1);
            String path = "/" + token(table);
            Map<String, Map<String, String>> had = before.getOrDefault(table, Map.of());
            Map<String, Map<String, String>> has = after.getOrDefault(table, Map.of());
            if (had.isEmpty() != has.isEmpty()) {
                if (whole.add(table)) {
                    operations.add(operation(has.isEmpty() ? "remove" : "add", path, has));
                }
            } else {
                operations.addAll(keyChanges(path + "/" + token(key), had.get(key), has.get(key)));
            }
        }
        List<String> lines = new ArrayList<>();
        lines.add("[");
        for (int i = 0; i < operations.size(); i++) {
            lines.add("  " + operations.get(i) + (i + 1 < operations.size() ? "," : ""));
        }
        lines.add("]");
        return lines;
    }

    private static List<String> keyChanges(
            String path, @Nullable Map<String, String> had, @Nullable Map<String, String> has) {
        if (had == null || has == null) {
            return had == null && has == null
                    ? List.of()
                    : List.of(operation(has == null ? "remove" : "add", path, has));
        }
        List<String> operations = new ArrayList<>();
        Set<String> fields = new LinkedHashSet<>(had.keySet());
        fields.addAll(has.keySet());
        for (String field : fields) {
            String was = had.get(field);
            String is = has.get(field);
            String place = path + "/" + token(field);
            if (is == null) {
                operations.add(operation("remove", place, null));
            } else if (!is.equals(was)) {
                operations.add(operation(was == null ? "add" : "replace", place, is));
            }
        }
        return operations;
    }

    private static Map<String, Map<String, Map<String, String>>> tree(Map<String, String> slots) {
        Map<String, Map<String, Map<String, String>>> tree = new LinkedHashMap<>();
        slots.forEach(
                (slot, value) -> {
                    String[] parts = slot.split(" / ", 3);
                    Map<String, String> fields =
                            tree.computeIfAbsent(parts[0], t -> new LinkedHashMap<>())
                                    .computeIfAbsent(parts[1], k -> new LinkedHashMap<>());
                    if (!parts[2].isEmpty()) {
                        fields.put(parts[2], value);
                    }
                });
        return tree;
    }

    private static String operation(String op, String path, @Nullable Object value) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("op", op);
        map.put("path", path);
        if (value != null && !op.equals("remove")) {
            map.put("value", value);
        }
        return JSON.writeValueAsString(map);
    }

    /// RFC 6901, section 3.
    private static String token(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
