package io.railhead.model.fact;

import io.railhead.model.Source;

/// A line of modules-load.d(5), modprobe.d(5) or `/etc/modules`.
///
/// @param word `load`, or the first word of modprobe.d: `options`, `blacklist`, `install`, …
/// @param value what stands after the module; empty when nothing does
public record ModuleSetting(String file, String word, String module, String value, Source source)
        implements Fact {}
