package io.railhead.model.fact;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Copies that keep the order in which a machine printed things, so that output is the same on
/// every run, and the choice between two optional values.
final class Ordered {
    private Ordered() {}

    static <K, V> Map<K, V> copy(Map<K, V> map) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(map));
    }

    /// The first map, and of the second the keys that the first lacks.
    static <K, V> Map<K, V> union(Map<K, V> first, Map<K, V> second) {
        Map<K, V> all = new LinkedHashMap<>(first);
        second.forEach(all::putIfAbsent);
        return all;
    }

    /// True unless both are known and differ.
    static <T> boolean agree(Optional<T> a, Optional<T> b) {
        return a.isEmpty() || b.isEmpty() || a.equals(b);
    }

    static OptionalInt or(OptionalInt a, OptionalInt b) {
        return a.isPresent() ? a : b;
    }

    static OptionalLong or(OptionalLong a, OptionalLong b) {
        return a.isPresent() ? a : b;
    }

    static OptionalDouble or(OptionalDouble a, OptionalDouble b) {
        return a.isPresent() ? a : b;
    }

    static <T> Optional<T> or(Optional<T> a, Optional<T> b) {
        return a.isPresent() ? a : b;
    }
}
