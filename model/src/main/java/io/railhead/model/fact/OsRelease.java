package io.railhead.model.fact;

import io.railhead.model.Source;

/// The distribution (`/etc/os-release`).
///
/// @param id `debian`, `ubuntu`, …
public record OsRelease(String id, String versionId, String prettyName, Source source)
        implements Fact {}
