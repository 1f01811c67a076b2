package io.railhead.checks;

import io.railhead.model.Facts;
import io.railhead.model.intent.Cluster;
import java.util.Optional;

/// What checks may look at.
///
/// @param wanted absent when evidence is examined without an intent
public record Situation(Facts facts, Optional<Cluster> wanted) {}
