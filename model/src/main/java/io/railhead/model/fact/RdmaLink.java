package io.railhead.model.fact;

import io.railhead.model.Source;
import java.util.Optional;
import java.util.OptionalInt;

/// An RDMA port (`rdma link`).
///
/// @param port from 1
/// @param state `ACTIVE`, `DOWN`, `INIT`, …
/// @param physicalState `LINK_UP`, `DISABLED`, `POLLING`, …; absent in very old versions
/// @param netdev absent when no interface is bound, as on InfiniBand
/// @param subnetPrefix InfiniBand only
/// @param lid InfiniBand only; 65535 is «none given yet»
/// @param subnetManagerLid InfiniBand only; 0 when no subnet manager has spoken
/// @param driver `rdma_rxe`, with `-d` of a new version
public record RdmaLink(
        String device,
        int port,
        String state,
        Optional<String> physicalState,
        Optional<String> netdev,
        Optional<String> subnetPrefix,
        OptionalInt lid,
        OptionalInt subnetManagerLid,
        Optional<String> driver,
        Source source)
        implements Fact {

    public boolean isInfiniBand() {
        return subnetPrefix.isPresent() || lid.isPresent();
    }
}
