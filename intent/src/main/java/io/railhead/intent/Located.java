package io.railhead.intent;

/// A value and where it was written.
record Located<T>(T value, Spot at) {}
