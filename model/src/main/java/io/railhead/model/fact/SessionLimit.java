package io.railhead.model.fact;

import io.railhead.model.Source;

/// A resource limit of the very session the collector logged in to (`/proc/self/limits`).
///
/// @param item `memlock`, `nofile`, …
/// @param soft number or `unlimited`
/// @param hard number or `unlimited`
/// @param unit `bytes`, `files`, …
public record SessionLimit(String item, String soft, String hard, String unit, Source source)
        implements Fact {}
