package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// An ARP or ND entry (`ip -j neigh`).
///
/// @param state `REACHABLE`, `STALE`, `FAILED`, …
public record Neighbour(
        String address, String device, Optional<String> mac, String state, Source source)
        implements Fact {}
