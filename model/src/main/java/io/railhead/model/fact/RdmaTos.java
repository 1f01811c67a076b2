package io.railhead.model.fact;

import io.railhead.model.Source;

/// The type of service that a host gives to packets of an RDMA port, unless the program says
/// another.
///
/// @param device RDMA device; empty when the output does not name it
/// @param of what it is given to
/// @param tos the whole byte, 0 to 255: DSCP in the upper six bits, ECN in the lower two
public record RdmaTos(String device, int port, Of of, int tos, Source source) implements Fact {

    /// Connections of the RDMA connection manager (`cma_roce_tos`), or all queue pairs
    /// (`tc/1/traffic_class` of NVIDIA's driver package).
    public enum Of {
        CONNECTION_MANAGER,
        QUEUE_PAIRS
    }

    /// DSCP, 0 to 63.
    public int dscp() {
        return tos >> 2;
    }
}
