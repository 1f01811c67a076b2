package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;

/// Global (802.3x) pause (`ethtool -a`).
public record PauseParameters(
        String interfaceName,
        boolean supported,
        Optional<Boolean> autoNegotiate,
        Optional<Boolean> rx,
        Optional<Boolean> tx,
        Source source)
        implements Fact {}
