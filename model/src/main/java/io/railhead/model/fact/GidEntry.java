package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// A row of a port's GID table.
///
/// @param ipv4 for an IPv4-mapped GID
/// @param type `RoCE v1`, `RoCE v2`, `IB`
/// @param netdev absent when the link is down
public record GidEntry(
        String device,
        int port,
        int index,
        String gid,
        Optional<String> ipv4,
        String type,
        Optional<String> netdev,
        Source source)
        implements Fact {}
