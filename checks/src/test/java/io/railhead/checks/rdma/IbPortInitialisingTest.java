package io.railhead.checks.rdma;

import static io.railhead.checks.Case.fires;
import static io.railhead.checks.Case.quiet;
import static io.railhead.checks.SeenRdma.ibLink;
import static io.railhead.checks.SeenRdma.rdmaPortState;

import io.railhead.checks.Case;
import io.railhead.checks.Check;
import io.railhead.checks.CheckCases;
import io.railhead.checks.World;
import java.util.stream.Stream;

final class IbPortInitialisingTest implements CheckCases {

    @Override
    public Check check() {
        return new IbPortInitialising();
    }

    @Override
    public Stream<Case> cases() {
        return Stream.of(
                fires(
                        "an InfiniBand port in INIT",
                        World.pair().with("gpu01", ibLink("mlx5_0", "INIT")),
                        "gpu01 mlx5_0"),
                fires(
                        "the same by sysfs",
                        World.pair()
                                .with("gpu02", rdmaPortState("mlx5_0", 2, "INIT", "InfiniBand")),
                        "gpu02 mlx5_0"),
                quiet("active", World.pair().everywhere(ibLink("mlx5_0", "ACTIVE"))),
                quiet(
                        "an Ethernet port never waits for one",
                        World.pair().everywhere(rdmaPortState("mlx5_0", 2, "INIT", "Ethernet"))));
    }
}
