package io.railhead.reach;

/// What came of one machine's part of a work on many.
public sealed interface Outcome<T> {

    Target target();

    record Done<T>(Target target, T value) implements Outcome<T> {}

    /// @param why for people, with the machine's name
    record Failed<T>(Target target, String why) implements Outcome<T> {}
}
