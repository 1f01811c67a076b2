package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// Module or cable (`ethtool -m`).
///
/// @param lengthMetres the one length that is not zero
/// @param settings every row by its key; a key may stand several times
public record Transceiver(
        String interfaceName,
        Optional<String> vendor,
        Optional<String> partNumber,
        OptionalDouble lengthMetres,
        boolean copper,
        Map<String, List<String>> settings,
        Source source)
        implements Fact {
    public Transceiver {
        settings = Map.copyOf(settings);
    }
}
