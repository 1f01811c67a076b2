package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.notChecked;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.rdmaLink;
import static io.railhead.checks.SeenRdma.rdmaPort;
import static io.railhead.checks.SeenRdma.rdmaPortState;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class RdmaLinkLayerWrongTest implements CheckCases {

    @Override
    public Check check() {
        return new RdmaLinkLayerWrong();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                                "one card set to InfiniBand",
                                World.pair()
                                        .everywhere(rdmaPort("mlx5_0", 4096, "Ethernet"))
                                        .with("gpu02", rdmaPort("mlx5_0", 4096, "InfiniBand")),
                                "gpu02 mlx5_0")
                        .saying("LINK_TYPE_P1=2"),
                fires(
                        "the same by sysfs, found behind its interface",
                        World.pair()
                                .wantsNoRdma()
                                .wantsLossless()
                                .with(
                                        "gpu01",
                                        rdmaLink("mlx5_0", "eth1"),
                                        rdmaPortState("mlx5_0", 1, "DOWN", "InfiniBand"))
                                .with("gpu02", rdmaPortState("mlx5_0", 4, "ACTIVE", "Ethernet")),
                        "gpu01 mlx5_0"),
                quiet("Ethernet", World.pair().everywhere(rdmaPort("mlx5_0", 4096, "Ethernet"))),
                quiet("no RDMA wanted", World.pair().wantsNoRdma()),
                notChecked("nothing read", World.pair()));
    }
}
