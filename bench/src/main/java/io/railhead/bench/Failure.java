package io.railhead.bench;

/// A case that gave no value, and why. Not measured is not the same as slow.
///
/// @param label of the case, or of the step that failed before any case ran
/// @param unreachable true when a machine could not be talked to
public record Failure(Pair pair, String label, String why, boolean unreachable) {}
