package io.railhead.bench.judge;

/// Where to look when an expectation is missed.
///
/// @param code of the check that finds it: `railhead explain CODE`
/// @param why it is suspected
/// @param seen true when what the machines reported points to it; false when it is only a usual
///     cause that nothing here speaks for or against
public record Cause(String code, String why, boolean seen) {}
