package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// Forward error correction of a host's port (`ethtool --show-fec`). Both ends of a line must use
/// the same, or the line does not come up or is full of errors.
///
/// @param configured in the tool's words: `Auto`, `RS`, `Off`
/// @param active in force; absent while there is no link
public record PortFec(
        String interfaceName, String configured, Optional<String> active, Source source)
        implements Fact {}
