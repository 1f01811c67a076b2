package io.railhead.model.fact;

import io.railhead.model.Bandwidth;
import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// A port of an RDMA device (`ibv_devinfo`).
///
/// @param device empty when the output starts below its name
/// @param port from 1
/// @param state `PORT_ACTIVE`, …
/// @param maxMtu RDMA MTU, 256 to 4096
/// @param activeMtu RDMA MTU, 256 to 4096
/// @param linkLayer `Ethernet`, `InfiniBand`
/// @param activeWidth `4X`
/// @param activeSpeedGbps a lane
/// @param rate width times speed
public record RdmaPortInfo(
        String device,
        int port,
        String state,
        OptionalInt maxMtu,
        OptionalInt activeMtu,
        Optional<String> linkLayer,
        OptionalInt gidTableLength,
        Optional<String> activeWidth,
        OptionalDouble activeSpeedGbps,
        Optional<String> physicalState,
        Optional<Bandwidth> rate,
        Source source)
        implements Fact {}
