package io.railhead.evidence.sonic;

import io.railhead.evidence.Json;
import io.railhead.evidence.switching.Ports;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/// The tables of CONFIG_DB.
///
/// @param db tables by name
record ConfigTables(JsonNode db) {

    /// What is in a table, by key; nothing where it is not there.
    Map<String, JsonNode> members(String table) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        JsonNode t = db.get(table);
        if (t == null || !t.isObject()) return all;
        t.properties().forEach(e -> all.put(e.getKey(), e.getValue()));
        return all;
    }

    /// PORT_QOS_MAP by port; what it has under `global` is that of each port that has no own.
    Map<String, JsonNode> ports() {
        Map<String, JsonNode> all = members("PORT_QOS_MAP");
        if (!(all.remove("global") instanceof ObjectNode shared)) return all;
        all.replaceAll(
                (port, settings) ->
                        settings instanceof ObjectNode own
                                ? shared.deepCopy().setAll(own)
                                : settings);
        return all;
    }

    /// The name in a reference, which older releases write as `[DSCP_TO_TC_MAP|AZURE]`.
    static Optional<String> reference(JsonNode settings, String member) {
        return Json.text(settings, member)
                .map(n -> n.replaceFirst("^\\[?\\w+\\|", "").replace("]", ""));
    }

    /// Entries of a table whose keys are `PORT|NUMBER`, with lists and ranges of both, for one port
    /// and number: `Ethernet0,Ethernet8|3-4`.
    Optional<Map.Entry<String, JsonNode>> of(String table, String port, int number) {
        return members(table).entrySet().stream()
                .filter(
                        e -> {
                            int bar = e.getKey().indexOf('|');
                            return bar > 0
                                    && List.of(e.getKey().substring(0, bar).split(","))
                                            .contains(port)
                                    && Ports.ofList(e.getKey().substring(bar + 1), 63)
                                            .contains(number);
                        })
                .findFirst();
    }
}
