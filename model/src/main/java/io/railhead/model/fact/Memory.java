package io.railhead.model.fact;

import io.railhead.model.Source;

/// Main memory (`/proc/meminfo`), in bytes.
///
/// @param hugePagesTotal number of huge pages
/// @param hugePageBytes size of one
public record Memory(
        long totalBytes,
        long availableBytes,
        long swapTotalBytes,
        long hugePagesTotal,
        long hugePageBytes,
        Source source)
        implements Fact {}
