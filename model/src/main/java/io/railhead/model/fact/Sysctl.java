package io.railhead.model.fact;

import io.railhead.model.Source;

/// A kernel setting as it is now.
///
/// @param key dotted
/// @param value white space folded to one blank
public record Sysctl(String key, String value, Source source) implements Fact {}
