package io.railhead.checks;

import java.util.List;

/// One case of a check: a world and what the check must say of it.
///
/// @param sentence what the world is like
public record Case(String sentence, World world, Expected expected, List<String> words) {

    public sealed interface Expected {
        /// Findings on exactly these subjects.
        record Fires(List<String> subjects) implements Expected {}

        /// No finding, and nothing left unchecked: the check looked and found all well, or knows
        /// that it does not apply.
        record Quiet() implements Expected {}

        /// No finding, but «not checked».
        record NotChecked() implements Expected {}
    }

    public static Case fires(String sentence, World world, String... subjects) {
        return new Case(sentence, world, new Expected.Fires(List.of(subjects)), List.of());
    }

    public static Case quiet(String sentence, World world) {
        return new Case(sentence, world, new Expected.Quiet(), List.of());
    }

    public static Case notChecked(String sentence, World world) {
        return new Case(sentence, world, new Expected.NotChecked(), List.of());
    }

    /// Words that must stand in what is said: in the findings' texts and evidence, or in the reason
    /// why it was not checked.
    public Case saying(String... said) {
        return new Case(sentence, world, expected, List.of(said));
    }
}
