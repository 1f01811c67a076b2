package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;

/// A route of the main table (`ip -j route`).
///
/// @param destination `default` or CIDR
/// @param table `main` when not named
public record Route(
        String destination,
        String device,
        Optional<String> gateway,
        Optional<String> preferredSource,
        OptionalInt metric,
        String table,
        Source source)
        implements Fact {}
