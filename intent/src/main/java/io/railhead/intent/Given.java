package io.railhead.intent;

import java.util.Optional;

/// An override of an optional setting: not stated (what is inherited stays), stated as `null` (what
/// is inherited is taken away), or stated with a value.
record Given<T>(boolean stated, Optional<T> value) {

    static <T> Given<T> not() {
        return new Given<>(false, Optional.empty());
    }

    /// Reads a key: `null` is a statement, and a value that did not read is none.
    static <T> Given<T> read(
            Section section, String key, java.util.function.Function<Field, Optional<T>> read) {
        Optional<Field> field = section.get(key);
        if (field.isEmpty()) {
            return not();
        }
        if (Decoding.isNull(field.get().value())) {
            return new Given<>(true, Optional.empty());
        }
        Optional<T> value = read.apply(field.get());
        return value.isPresent() ? new Given<>(true, value) : not();
    }

    Optional<T> over(Optional<T> inherited) {
        return stated ? value : inherited;
    }

    Given<T> over(Given<T> inherited) {
        return stated ? this : inherited;
    }
}
