package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Optional;

/// State of an RDMA port as sysfs shows it.
///
/// @param stateNumber 4 is ACTIVE
/// @param physicalNumber 5 is LinkUp
public record RdmaPortState(
        String device,
        int port,
        int stateNumber,
        String state,
        int physicalNumber,
        String physicalState,
        Optional<String> linkLayer,
        Optional<Bandwidth> rate,
        Source source)
        implements Fact {}
