package io.railhead.model;

import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;

/// Under which conditions a value was measured. Two measurements may be compared only when the
/// conditions that are not the object of the comparison are equal; [#differences] names the rest.
///
/// Keys in use: `from`, `to`, `rail`, `tool`, `version`, `protocol`, `streams`, `direction`,
/// `message` (bytes), `mtu` (interface MTU), `path-mtu` (RDMA), `qps`, `trip` (`half` or `full`),
/// `load` (`idle`, `under-load`), `duration` (seconds), `hops`, `cable`, `recorded`.
public record Conditions(SequencedMap<String, String> values) {

    public Conditions {
        values = new TreeMap<>(values);
    }

    public static Conditions of(String... keysAndValues) {
        TreeMap<String, String> map = new TreeMap<>();
        for (int i = 0; i + 1 < keysAndValues.length; i += 2) {
            map.put(keysAndValues[i], keysAndValues[i + 1]);
        }
        return new Conditions(map);
    }

    public Conditions with(String key, String value) {
        TreeMap<String, String> map = new TreeMap<>(values);
        map.put(key, value);
        return new Conditions(map);
    }

    /// The value of a key, or the empty string when the condition is not stated.
    public String get(String key) {
        return values.getOrDefault(key, "");
    }

    /// `key: ours / theirs` for every key whose values differ, except those in `about`, which the
    /// comparison is about.
    public List<String> differences(Conditions other, List<String> about) {
        TreeMap<String, String> keys = new TreeMap<>(values);
        other.values.forEach(keys::putIfAbsent);
        List<String> different = new ArrayList<>();
        for (String key : keys.keySet()) {
            if (!about.contains(key) && !get(key).equals(other.get(key))) {
                different.add(
                        key + ": " + orUnstated(get(key)) + " / " + orUnstated(other.get(key)));
            }
        }
        return different;
    }

    private static String orUnstated(String value) {
        return value.isEmpty() ? "not stated" : value;
    }
}
