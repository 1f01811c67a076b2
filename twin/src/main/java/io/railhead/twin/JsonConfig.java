package io.railhead.twin;

import java.util.LinkedHashMap;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/// CONFIG_DB: JSON patches (RFC 6902) with `add`, `replace` and `remove`, as strict as SONiC is.
public final class JsonConfig implements ConfigText {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    private ObjectNode root;

    public JsonConfig(String text) {
        root = (ObjectNode) JSON.readTree(text);
    }

    @Override
    public JsonConfig copy() {
        return new JsonConfig(print());
    }

    /// All of a patch or nothing of it.
    @Override
    public void enter(List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        ObjectNode whole = root.deepCopy();
        try {
            for (JsonNode operation : JSON.readTree(String.join("\n", lines))) {
                enter(whole, operation);
            }
        } catch (JacksonException e) {
            throw new IllegalArgumentException("no JSON patch", e);
        }
        root = whole;
    }

    private static void enter(ObjectNode whole, JsonNode operation) {
        String[] path = operation.path("path").asString("/").substring(1).split("/");
        JsonNode parent = whole;
        for (int i = 0; i + 1 < path.length; i++) {
            parent = parent.path(name(path[i]));
        }
        if (!(parent instanceof ObjectNode into)) {
            throw new IllegalArgumentException("no parent: " + operation);
        }
        String last = name(path[path.length - 1]);
        boolean there = into.has(last);
        switch (operation.path("op").asString("")) {
            case "add" -> {
                // RFC 6902, 4.1, would replace; SONiC's patch sorter is not asked to here.
                if (there) {
                    throw new IllegalArgumentException("there: " + operation);
                }
                into.set(last, operation.path("value"));
            }
            case "replace" -> {
                if (!there) {
                    throw new IllegalArgumentException("absent: " + operation);
                }
                into.set(last, operation.path("value"));
            }
            default -> {
                if (!there) {
                    throw new IllegalArgumentException("absent: " + operation);
                }
                into.remove(last);
                if (parent.isEmpty() && path.length == 2) {
                    throw new IllegalArgumentException("empty table: " + operation);
                }
            }
        }
    }

    @Override
    public String print() {
        return JSON.writerWithDefaultPrettyPrinter()
                        .writeValueAsString(JSON.treeToValue(root, LinkedHashMap.class))
                + "\n";
    }

    private static String name(String token) {
        return token.replace("~1", "/").replace("~0", "~");
    }
}
