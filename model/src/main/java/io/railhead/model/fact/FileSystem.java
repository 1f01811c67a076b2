package io.railhead.model.fact;

import io.railhead.model.Source;

/// A mounted file system (`df -P -k`).
public record FileSystem(
        String device, String mountPoint, long totalBytes, long availableBytes, Source source)
        implements Fact {}
