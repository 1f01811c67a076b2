package io.railhead.bench;

import io.railhead.model.Bandwidth;
import java.util.Optional;
import java.util.OptionalInt;

/// The RDMA port behind a rail port, as the machine showed it.
///
/// @param device `mlx5_0`, `rxe0`
/// @param port from 1
/// @param gidIndex the RoCE v2 entry that the rail's address made; empty on InfiniBand
/// @param gid what stands there, for people
/// @param infiniBand whether the link is InfiniBand and not Ethernet
/// @param soft whether a driver of the kernel plays the device (`rdma_rxe`, `siw`)
/// @param maxMtu largest RDMA MTU of the port in bytes; empty when it was not read
/// @param rate of the port; empty when it was not read
public record RdmaEnd(
        String device,
        int port,
        OptionalInt gidIndex,
        String gid,
        boolean infiniBand,
        boolean soft,
        OptionalInt maxMtu,
        Optional<Bandwidth> rate) {

    public RdmaEnd withGidIndex(int index, String there) {
        return new RdmaEnd(
                device, port, OptionalInt.of(index), there, infiniBand, soft, maxMtu, rate);
    }

    /// `rxe0/1`.
    @Override
    public String toString() {
        return device + "/" + port;
    }
}
