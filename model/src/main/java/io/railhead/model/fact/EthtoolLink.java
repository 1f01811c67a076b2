package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Map;
import java.util.Optional;

/// Link settings (`ethtool IF`).
///
/// @param speed absent when unknown
/// @param duplex `Full`, `Half`
/// @param port `Direct Attach Copper`, `FIBRE`, …
/// @param settings every `Key: value` row by its key, rows of several lines joined by a blank
public record EthtoolLink(
        String interfaceName,
        Optional<Bandwidth> speed,
        Optional<String> duplex,
        Optional<String> port,
        Optional<Boolean> autoNegotiation,
        Optional<Boolean> linkDetected,
        Map<String, String> settings,
        Source source)
        implements Fact {
    public EthtoolLink {
        settings = Map.copyOf(settings);
    }
}
