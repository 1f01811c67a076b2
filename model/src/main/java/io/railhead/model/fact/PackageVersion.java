package io.railhead.model.fact;

import io.railhead.model.Source;

/// An installed package (`dpkg-query`, `rpm`).
///
/// @param held true when the package manager is told to keep it
public record PackageVersion(String name, String version, boolean held, Source source)
        implements Fact {}
