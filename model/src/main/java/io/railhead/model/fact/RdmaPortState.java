package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;

/// State of an RDMA port as sysfs shows it.
///
/// @param device empty when the paths start below its name
/// @param port from 1
/// @param stateNumber 4 is ACTIVE
/// @param physicalNumber 5 is LinkUp
/// @param linkLayer `Ethernet`, `InfiniBand`
/// @param source the line of the state
public record RdmaPortState(
        String device,
        int port,
        int stateNumber,
        String state,
        OptionalInt physicalNumber,
        Optional<String> physicalState,
        Optional<String> linkLayer,
        Optional<Bandwidth> rate,
        Source source)
        implements Fact {

    public boolean isActive() {
        return stateNumber == 4;
    }
}
