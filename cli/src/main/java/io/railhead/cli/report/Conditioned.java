package io.railhead.cli.report;

import io.railhead.model.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The conditions of a set of measurements, in few words.
final class Conditioned {
    private static final Set<String> OF_THE_PATH = Set.of("from", "to", "rail");

    private Conditioned() {}

    /// Every condition with the values it took; conditions that name the path are left out.
    static Map<String, String> common(List<Measurement> all) {
        Map<String, Set<String>> values = new LinkedHashMap<>();
        Set<String> keys = new TreeSet<>();
        all.forEach(m -> keys.addAll(m.conditions().values().keySet()));
        keys.removeAll(OF_THE_PATH);
        for (String key : keys) {
            Set<String> taken = new TreeSet<>(Names.ORDER);
            for (Measurement m : all) {
                String value = m.conditions().get(key);
                if (!value.isEmpty()) {
                    taken.add(
                            key.equals("version") || key.equals("duration")
                                    ? withTool(m, value)
                                    : value);
                }
            }
            values.put(key, taken);
        }
        Map<String, String> words = new LinkedHashMap<>();
        values.forEach((key, taken) -> words.put(key, Words.some(List.copyOf(taken), 8)));
        return words;
    }

    private static String withTool(Measurement m, String value) {
        String tool = m.conditions().get("tool");
        // iperf3 calls itself `iperf 3.12`.
        return tool.startsWith(value.split(" ", 2)[0]) ? value : tool + " " + value;
    }
}
