package io.railhead.model.fact;

import io.railhead.model.Source;

/// A value, the words a device printed for it, and the line they stand in, so that a verdict can
/// quote the device and not our name for the thing.
///
/// @param words as printed: `1.43 MB`, `On  (8)`
public record Stated<T>(T value, String words, Source source) {}
