package io.railhead.bench;

import io.railhead.model.Transcript;

/// What a benchmark's client printed where it is a log that tells causes by itself.
///
/// @param label of the case: `all_reduce`
public record Log(Pair pair, String label, Transcript transcript) {}
