package io.railhead.model.fact;

import io.railhead.model.Source;

/// A process seen running, by its name.
public record ProcessRunning(String name, int count, Source source) implements Fact {}
