package io.railhead.model.fact;

import io.railhead.model.Source;

/// The length of cable that a port reckons its headroom with; not a measured one.
///
/// @param port empty when it holds for the whole device, or the output does not say
/// @param term the device's own name: `Cable len`, `cable-length`
public record AssumedCable(String port, double metres, String term, Source source)
        implements Fact {}
