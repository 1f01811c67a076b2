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

    /// Reads a key that `true` gives a value of its own and `false` takes away.
    static <T> Given<T> orSwitch(
            Section section,
            String key,
            T whenTrue,
            java.util.function.Function<Field, Optional<T>> read) {
        Optional<Field> field = section.get(key);
        if (field.isPresent() && Decoding.isBool(field.get().value())) {
            boolean on = YamlText.text(field.get().value()).equalsIgnoreCase("true");
            return new Given<>(true, on ? Optional.of(whenTrue) : Optional.empty());
        }
        return read(section, key, read);
    }

    Optional<T> over(Optional<T> inherited) {
        return stated ? value : inherited;
    }

    Given<T> over(Given<T> inherited) {
        return stated ? this : inherited;
    }
}
